// Files that people attach.

/** A chosen file as the server takes it: its name, and its content in base64. */
export async function uploaded(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { name: file.name, data: btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), "")) };
}
