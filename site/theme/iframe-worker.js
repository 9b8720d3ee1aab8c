/* Browsers start no worker from file://, and the theme's search is one. There a hidden frame of the same page takes its place: the theme
   looks for `IFrameWorker` by name and then waits for what its `importScripts` returns. */
(function () {
  "use strict";
  if (location.protocol !== "file:") return;

  class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.title = "Search";
      document.body.appendChild(this.frame);
      const inner = (this.inner = this.frame.contentWindow);
      const load = (address) =>
        new Promise((done, failed) => {
          const script = inner.document.createElement("script");
          script.src = address;
          script.onload = done;
          script.onerror = () => failed(new Error(address + " cannot be loaded"));
          inner.document.body.appendChild(script);
        });
      inner.postMessage = (data) => {
        const event = new MessageEvent("message", { data: structuredClone(data) });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      inner.importScripts = (...addresses) => addresses.reduce((before, address) => before.then(() => load(address)), Promise.resolve());
      this.ready = load(String(url));
    }

    postMessage(data) {
      this.ready.then(() => this.inner.dispatchEvent(new this.inner.MessageEvent("message", { data: structuredClone(data) })));
    }

    terminate() {
      this.frame.remove();
    }
  }

  window.IFrameWorker = FrameWorker;
  window.Worker = FrameWorker;
})();
