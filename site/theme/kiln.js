/* Pages of games: shows what holds at the chosen player count and options. The choice is kept in the address (?players=3&option.target=14).
   Without this script everything is shown. Works from file:// and with Material's instant loading. */
(function () {
  "use strict";

  /* One condition is [[switch, [values…]], …]: all of them; a list of conditions: any of them. */
  function holds(where, chosen) {
    return where.some(function (all) {
      return all.every(function (one) {
        return !chosen[one[0]] || one[1].indexOf(chosen[one[0]]) >= 0;
      });
    });
  }

  function each(list, action) {
    Array.prototype.forEach.call(list, action);
  }

  function show(page, chosen) {
    each(page.querySelectorAll("[data-when]"), function (part) {
      part.hidden = !holds(JSON.parse(part.dataset.when), chosen);
    });
    each(page.querySelectorAll(".kiln-figure"), function (figure) {
      if (figure.dataset.cases) {
        var cases = JSON.parse(figure.dataset.cases).filter(function (found) { return holds(found[1], chosen); });
        var note = figure.querySelector(".kiln-note");
        if (!figure.dataset.usual) figure.dataset.usual = figure.firstChild.nodeValue;
        figure.firstChild.nodeValue = cases.length === 1 ? cases[0][0] : figure.dataset.usual;
        note.hidden = cases.length === 1;
        return;
      }
      var shown = figure.querySelectorAll(".kiln-case:not([hidden])");
      each(figure.querySelectorAll(".kiln-note"), function (note) { note.hidden = shown.length === 1; });
      each(figure.querySelectorAll(".kiln-joint"), function (joint) { joint.hidden = joint.parentNode === shown[0]; });
    });
    /* What is hidden is not in the table of contents either. */
    each(document.querySelectorAll(".md-nav--secondary a[href*='#']"), function (link) {
      var target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (target && page.contains(target)) link.parentNode.hidden = !!target.closest("[hidden]");
    });
  }

  function start(page) {
    var form = page.querySelector(".kiln-switches");
    if (!form || form.dataset.ready) return;
    form.dataset.ready = "yes";
    var selects = form.querySelectorAll("select");
    var status = form.querySelector("[role=status]");

    function chosen() {
      var found = {};
      each(selects, function (select) {
        var free = select.dataset.free;
        var players = form.elements.players && form.elements.players.value;
        /* An option that the player count rules out is out of the question, whatever stands there. */
        select.disabled = !!(free !== undefined && players && free.split(" ").indexOf(players) < 0);
        if (select.value && !select.disabled) found[select.name] = select.value;
      });
      return found;
    }

    function update(told) {
      var now = chosen();
      show(page, now);
      var count = Object.keys(now).length;
      status.textContent = count ? "" : "Every variant is shown.";
      if (!told) return;
      var query = new URLSearchParams(location.search);
      each(selects, function (select) {
        query.delete(select.name);
        if (select.value) query.set(select.name, select.value);
      });
      if (!count) query.set("show", "all"); else query.delete("show");
      try {
        history.replaceState(history.state, "", location.pathname + "?" + query + location.hash);
      } catch (refused) { /* a browser may refuse it for files */ }
    }

    var query = new URLSearchParams(location.search);
    var given = query.has("show");
    each(selects, function (select) { given = given || query.has(select.name); });
    each(selects, function (select) {
      var usual = select.querySelector("[data-default]");
      select.value = given ? query.get(select.name) || "" : usual ? usual.value : "";
      if (select.selectedIndex < 0) select.value = "";
    });
    form.hidden = false;
    form.addEventListener("change", function () { update(true); });
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    form.addEventListener("reset", function (event) {
      event.preventDefault();
      each(selects, function (select) { select.value = ""; });
      update(true);
    });
    update(false);
    /* A link may lead to a part that the usual choice hides. */
    function reach() {
      var target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (target && target.closest("[hidden]")) {
        each(selects, function (select) { select.value = ""; });
        update(true);
        target.scrollIntoView();
      }
    }
    window.addEventListener("hashchange", reach);
    reach();
  }

  /* Names that Material leaves out; and of lists within its navigation, names that are not given twice. */
  function name() {
    var search = document.querySelector(".md-search[role=dialog]:not([aria-label])");
    if (search) search.setAttribute("aria-label", "Search");
    var taken = {};
    each(document.querySelectorAll("nav.md-nav, nav.md-code__nav"), function (list) {
      if (list.dataset.kilnName === undefined) {
        var label = document.getElementById(list.getAttribute("aria-labelledby"));
        list.dataset.kilnName = (label ? label.textContent : list.getAttribute("aria-label") || "Code").trim().replace(/\s+/g, " ");
      }
      var wanted = list.dataset.kilnName;
      var outer = list.parentNode.closest("nav.md-nav");
      if (outer && outer.getAttribute("aria-label") && taken[wanted]) wanted = outer.getAttribute("aria-label") + ": " + wanted;
      taken[wanted] = (taken[wanted] || 0) + 1;
      if (taken[wanted] > 1) wanted += " " + taken[wanted];
      if (list.getAttribute("aria-label") !== wanted) {
        list.removeAttribute("aria-labelledby");
        list.setAttribute("aria-label", wanted);
      }
    });
    each(document.querySelectorAll(".md-typeset__table:not([tabindex])"), function (table) { table.setAttribute("tabindex", "0"); });
  }

  function begin() {
    name();
    each(document.querySelectorAll(".kiln"), start);
  }

  if (window.MutationObserver) new MutationObserver(name).observe(document.documentElement, { childList: true, subtree: true });
  if (window.document$ && window.document$.subscribe) window.document$.subscribe(begin);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
