// What the page says when its own program does not load. No module: a sandboxed frame is refused those.
addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
    const sandboxed =
      "This frame is sandboxed without “allow-same-origin”, so the browser does not load the program. " +
      "The page around it has to allow that, or leave the sandbox out.";
    const text = origin === "null" ? sandboxed : "Its program did not load. Check the connection.";
    document.getElementById("unavailable-text").textContent = text;
    document.getElementById("unavailable-retry").onclick = () => location.reload();
    document.getElementById("unavailable").hidden = false;
  },
  true,
);
