/** The places of faults in the text of a step. */
import { assert, describe, it } from "@effect/vitest"
import { MailroomError } from "@mailroom/client"
import { faultsIn } from "../page/base/faults.ts"

const refused = (...errors: ReadonlyArray<readonly [pointer: string, message: string]>) =>
  new MailroomError("Refused", {
    code: "invalid_request",
    status: 400,
    errors: errors.map(([pointer, message]) => ({ pointer, message }))
  })

describe("the faults of a text", () => {
  it("have the line of the variable, of the link or of the braces that they name", () => {
    const text = '<p>\n{{ compan }}\n<a href="ftp://a&quot;b">\n{{first\nHi {FIRST_NAME}'
    const error = refused(
      ["/body/body_html", 'has the link "ftp://a&quot;b", which does not begin with https://'],
      ["/body/body_html", "uses {{compan}}, which is not a variable: did you mean {{company}}?"],
      ["/body/body_html", "uses {{first_nam}}, which is not a variable"],
      ["/body/body_html", "has {{ that does not begin a variable"],
      [
        "/body/body_html",
        "has {FIRST_NAME}, a tag of another program, which would be sent as text: write {{first_name|there}}"
      ],
      ["/body/body", "must not be empty"]
    )
    assert.deepStrictEqual(
      faultsIn(error, "body_html", text).map(({ line }) => line),
      [3, 2, undefined, 4, 5]
    )
    assert.deepStrictEqual(faultsIn(error, "body", "one line {{"), [{ message: "must not be empty", line: undefined }])
  })

  it("are none for other failures", () => {
    assert.deepStrictEqual(faultsIn(new Error("Offline"), "body", "a"), [])
    assert.deepStrictEqual(faultsIn(undefined, "body", "a"), [])
  })
})
