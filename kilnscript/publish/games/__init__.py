"""A report of many games → an HTML page that stands on its own, with its pictures in it."""
