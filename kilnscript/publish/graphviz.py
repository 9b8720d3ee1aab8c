"""DOT text → a picture, by the Graphviz of the system or that of the package `graphviz-pure`; SVG is made fit for a page."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as Xml

SECONDS = 60  # a layout takes a fraction of one
SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
NO_GRAPHVIZ = "no Graphviz program is there: install Graphviz, or `pip install graphviz-pure`"


class NoPicture(Exception):
    """Graphviz is not there, or could not draw this."""


@cache
def program() -> str | None:
    """Graphviz itself, else the package's program, also where its environment is not active."""
    beside = Path(sys.executable).parent
    found = shutil.which("dot") or shutil.which("graphviz-pure") or shutil.which("graphviz-pure", path=str(beside))
    return found


def drawn(dot: str, form: str) -> bytes:
    """``form``: svg or png. Raises NoPicture."""
    command = program()
    if command is None:
        raise NoPicture(NO_GRAPHVIZ)
    try:
        done = subprocess.run([command, f"-T{form}"], input=dot.encode(), capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise NoPicture(f"{command} needed more than {SECONDS} seconds") from None
    except OSError as error:
        raise NoPicture(f"{command} cannot be run: {error.strerror or error}") from None
    if done.returncode != 0 or not done.stdout:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise NoPicture(f"{command} failed" + (f": {said[-1][:200]}" if said else ""))
    return done.stdout


def svg_for_page(dot: str, name: str, title: str, description: str) -> str:
    """An ``<svg>`` element to stand in a page: ids begin with ``name``, it takes the colour of the text around it, it may shrink, its links
    lead within the page, and ``title`` and ``description`` tell what it shows. Raises NoPicture."""
    return fitted(drawn(dot, "svg").decode(), name, title, description)


def fitted(svg: str, name: str, title: str, description: str) -> str:
    Xml.register_namespace("", SVG)
    root = Xml.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", svg))
    for parent in root.iter():
        for child in list(parent):
            # Titles of groups show as tooltips with the inner names of nodes.
            if child.tag == f"{{{SVG}}}title" or (child.tag == f"{{{SVG}}}polygon" and child.get("fill") == "white"):
                parent.remove(child)
    for element in root.iter():
        if element.get("id"):
            element.set("id", f"{name}-{element.get('id')}")
        for key, value in list(element.attrib.items()):
            if key.startswith(f"{{{XLINK}}}"):
                del element.attrib[key]
                if key.endswith("href"):
                    element.set("href", value)
            elif value == "black" and key in ("fill", "stroke"):
                element.set(key, "currentColor")
        if element.tag == f"{{{SVG}}}text":
            element.set("fill", "currentColor")
        if element.tag == f"{{{SVG}}}a" and element.get("href") is None:
            element.tag = f"{{{SVG}}}g"  # it only carried a tooltip
    root.attrib.pop("height", None)
    root.set("role", "group" if root.find(f".//{{{SVG}}}a") is not None else "img")
    root.set("aria-labelledby", f"{name}-title {name}-desc")
    for place, (kind, words) in enumerate((("title", title), ("desc", description))):
        told = Xml.Element(f"{{{SVG}}}{kind}", {"id": f"{name}-{kind}"})
        told.text = words
        root.insert(place, told)
    return Xml.tostring(root, encoding="unicode")
