"""hlorepl in Jupyter: a kernel over `hlorepl.Session`, its kernel spec, and colours for JupyterLab's editors."""

#: Nothing is imported from here: Jupyter starts the package, ``hlorepl kernel install`` its ``install``.
__all__: list[str] = []
