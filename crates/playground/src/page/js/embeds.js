// Embeds: the framed part of a message.

import { markdown } from "./blocks.js";
import { h, localImage } from "./dom.js";
import { inline, link } from "./markdown.js";
import { attachmentOf, picture } from "./pictures.js";
import { format } from "./times.js";

/** Whether an embed of the message shows the file, so that it needs no place of its own. */
export function usedByEmbed(file, message) {
  return (message.embeds ?? []).some((each) =>
    [each.image, each.thumbnail].some((media) => attachmentOf(media, message.attachments) === file));
}

function embedPicture(media, attachments) {
  if (!media?.url) return null;
  const file = attachmentOf(media, attachments);
  return picture(file?.url ?? media.url, file?.description ?? media.description, file?.filename);
}

function thumbnail(media, attachments) {
  const file = attachmentOf(media, attachments);
  const src = localImage(file?.url ?? media?.url);
  return src && h("img", { class: "thumb", src, alt: file?.description ?? media.description ?? "" });
}

function field({ name, value, inline: beside }) {
  const title = h("b", {}, inline(name ?? ""));
  return h("div", { class: beside ? "embed-field inline" : "embed-field" }, title, markdown(value ?? ""));
}

function texts({ title, url, description, author }) {
  return h("div", { class: "embed-text" },
    author?.name && h("div", { class: "embed-author" }, author.name),
    title && h("div", { class: "embed-title" }, url ? link(url, inline(title)) : inline(title)),
    description && h("div", { class: "embed-about" }, markdown(description)));
}

export function embed(data, attachments) {
  const { fields, footer, timestamp } = data;
  const foot = [footer?.text, timestamp && format(new Date(timestamp), "f")].filter(Boolean).join(" • ");
  const node = h("div", { class: "embed" },
    texts(data),
    thumbnail(data.thumbnail, attachments),
    fields?.length > 0 && h("div", { class: "embed-fields" }, fields.map(field)),
    embedPicture(data.image, attachments),
    foot && h("div", { class: "embed-foot" }, foot));
  if (Number.isInteger(data.color)) node.style.setProperty("--edge", `#${data.color.toString(16).padStart(6, "0")}`);
  return node;
}
