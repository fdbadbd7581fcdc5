/* Search from disk. A browser refuses to start a worker from a file, so there a hidden frame does a worker's work:
   what is posted to it reaches the worker's code as a message, and the other way round. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = (this.inside = frame.contentWindow);
      this.ready = new Promise((done) => (inside.start = done));
      inside.answer = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      inside.load = (address) =>
        new Promise((done) => {
          const script = inside.document.createElement("script");
          script.src = address;
          script.onload = done;
          inside.document.body.append(script);
        });
      const home = new URL(url, location.href); // from where a worker's own addresses are meant
      inside.importScripts = (...addresses) =>
        addresses.reduce((before, x) => before.then(() => inside.load(new URL(x, home).href)), Promise.resolve());
      inside.postMessage = (data) => inside.answer(data);
      inside.load(url).then(() => inside.start());
    }
    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })));
    }
    terminate() {}
  };
}
