// Files of messages: pictures with their descriptions, and links to the rest.

import { h, localImage, safeLink } from "./dom.js";
import { link } from "./markdown.js";

const IMAGE = /\.(png|jpe?g|gif|webp|svg|avif)$/i;

/** The attachment an embed's picture names, by `attachment://…` or by the same address. */
export function attachmentOf(media, attachments) {
  if (!media?.url) return null;
  return attachments.find((file) => media.url === `attachment://${file.filename}` || media.url === file.url);
}

/** A file that no embed shows. */
export function attachment(file) {
  const isImage = IMAGE.test(file.filename) || /^image\//.test(file.content_type ?? "");
  if (isImage && localImage(file.url)) return picture(file.url, file.description, file.filename);
  const href = safeLink(file.url);
  return h("a", { class: "file", href, target: "_blank", rel: "noopener noreferrer" }, `📄 ${file.filename}`);
}

/** A picture, with a badge that shows its description. One from elsewhere becomes a link. */
export function picture(url, description, filename = "Picture") {
  const src = localImage(url);
  if (!src) return safeLink(url) ? h("div", {}, link(url, `🖼 ${description || filename}`)) : h("div", {}, description ?? "");
  const image = h("img", { src, alt: description || filename });
  const frame = h("div", { class: "picture" }, h("a", { href: src, target: "_blank" }, image));
  return description ? described(frame, description) : frame;
}

function described(frame, description) {
  const text = h("div", { class: "alt-text", hidden: true }, description);
  const toggle = h("button", {
    type: "button", class: "alt-badge", "aria-expanded": "false", "aria-label": "Show the picture's description",
    onclick: () => {
      text.hidden = !text.hidden;
      toggle.setAttribute("aria-expanded", String(!text.hidden));
    },
  }, "ALT");
  frame.append(toggle);
  return h("div", {}, frame, text);
}

/** While a changed picture loads, its place keeps the height: a board must not jump at each move. */
export function keepHeight(old, fresh) {
  const before = old.querySelector(".picture img");
  const after = fresh.querySelector(".picture img");
  if (!before?.offsetHeight || !after || after.complete) return;
  after.style.minHeight = `${before.offsetHeight}px`;
  const release = () => { after.style.minHeight = ""; };
  after.addEventListener("load", release);
  after.addEventListener("error", release);
}
