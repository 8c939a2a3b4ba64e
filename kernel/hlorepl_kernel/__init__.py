"""hlorepl in Jupyter: a kernel over `hlorepl.Session`, its kernel spec, and colours for JupyterLab's editors."""
