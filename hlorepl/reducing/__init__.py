"""The smallest program that still does it: a module is made smaller and smaller as long as somebody says that it still shows something."""
