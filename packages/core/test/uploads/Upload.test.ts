/** The rules of uploads: names that mail services reject, and sizes. */
import { assert, describe, it } from "@effect/vitest"
import { Upload } from "@mailroom/core"
import { Result, Schema } from "effect"

const decode = Schema.decodeUnknownResult(Upload.NewUpload)
const isTaken = (filename: string) => Result.isSuccess(decode({ filename }))

describe("The name of an upload", () => {
  it.each([
    "Offer.pdf",
    "budget.xlsx",
    "logo.svg",
    "notes",
    "archive.zip",
    "exe",
    "my.exe.pdf",
    "script.json",
    ".bashrc",
    "a.b.c",
    "report.exe.",
    "page.html"
  ])("%s", (filename) => {
    assert.strictEqual(isTaken(filename), filename !== "report.exe.")
  })

  it.each([
    "setup.exe",
    "SETUP.EXE",
    "invoice.pdf.exe",
    "run.bat",
    "a.cmd",
    "b.com",
    "c.js",
    "d.vbs",
    "e.jar",
    "f.msi",
    "g.scr",
    "h.lnk",
    "i.ps1",
    "j.iso",
    "k.dmg",
    "l.apk",
    "m.exe ",
    "n.exe. .",
    "o.hta",
    "",
    " ",
    "\u0000.pdf",
    "\ud800.pdf",
    "x".repeat(256)
  ])("rejects %j", (filename) => assert.isFalse(isTaken(filename)))

  it("is named with the way out, when it is a program", () => {
    const fault = Upload.faultOfName("setup.EXE") ?? assert.fail()
    assert.match(fault, /\.exe: .*send the link/u)
  })
})

describe("The media type of an upload", () => {
  const isType = (content_type: string) => Result.isSuccess(decode({ filename: "a", content_type }))
  it.each(["application/pdf", "image/svg+xml", "application/vnd.ms-excel", "Text/Plain"])("%s", (type) =>
    assert.isTrue(isType(type))
  )
  it.each(["pdf", "text/plain; charset=utf-8", "text/", "/x", "a/b/c", "text/plain\r\nBcc: x", ""])(
    "rejects %j",
    (type) => assert.isFalse(isType(type))
  )
})

describe("The size of a mail", () => {
  it("counts files as base64 with line ends, and has room for one file of the greatest size", () => {
    const empty = Upload.sizeOfMail([], [])
    assert.strictEqual(Upload.sizeOfMail([], [{ size: 57 }]) - Upload.sizeOfMail([], [{ size: 0 }]), 78)
    assert.isAbove(Upload.sizeOfMail([], [{ size: 0 }]), empty)
    const texts = ["x".repeat(100_000), ""]
    assert.isAtMost(Upload.sizeOfMail(texts, [{ size: Upload.maximumFile }]), Upload.maximumMail)
    assert.isAbove(Upload.sizeOfMail(texts, [{ size: Upload.maximumFile }, { size: 600_000 }]), Upload.maximumMail)
  })
})
