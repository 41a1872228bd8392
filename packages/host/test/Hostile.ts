/** Texts that try to add something to a mail, and what the mail then has. */

export const pieces = [
  "\r\n",
  "\n",
  "\r",
  "\0",
  "\r\n\r\n",
  "\r\n.\r\n",
  "\r\nBcc: eve@evil.example\r\n",
  "\nRCPT TO:<eve@evil.example>\n",
  "eve@evil.example",
  "<eve@evil.example>, ",
  '"',
  "\\",
  ",;:()",
  " ",
  "\t",
  "\u0085",
  "\u2028",
  "\uD800",
  "\uDC00",
  "😀",
  "ü",
  "=?utf-8?Q?=0D=0ABcc:_eve=40evil.example?=",
  "--",
  "Good day",
  "x".repeat(998),
  "x".repeat(10_000),
  "ü".repeat(10_000),
  "<script>alert(1)</script>"
]

/** The names of the fields of a header, without their values. */
export const fieldsOf = (raw: Uint8Array) => {
  const text = Buffer.from(raw).toString("latin1")
  const header = text.slice(0, text.indexOf("\r\n\r\n"))
  return header
    .split(/\r\n(?![ \t])/u)
    .map((field) => field.slice(0, field.indexOf(":")))
    .sort()
}
