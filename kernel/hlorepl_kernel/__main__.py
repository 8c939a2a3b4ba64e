"""What Jupyter starts: ``python -m hlorepl_kernel -f CONNECTION_FILE``."""

from ipykernel.kernelapp import IPKernelApp

from .kernel import HloKernel

if __name__ == "__main__":
    IPKernelApp.launch_instance(kernel_class=HloKernel)
