import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { folder, mailroom, mailroomFed, tenancy } from "./Harness.ts"

const mail = (number: number, headers = "") =>
  `From: Ada <ada@x.example>\nTo: us@y.example\nSubject: Number ${number}\n${headers}` +
  `Date: Tue, 2 Jan 2024 10:00:0${number} +0000\nMessage-ID: <${number}@x.example>\n\nText ${number}\n`

const mbox = [4, 5].map((number) => `From ada@x.example Tue Jan  2 10:00:00 2024\n${mail(number)}\n`).join("")

describe("import mail", () => {
  it.live("takes in every mail of a folder and of the mboxes in it, and each only once", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const inbox = yield* folder
      yield* Effect.promise(async () => {
        await mkdir(join(inbox, "b", "deeper"), { recursive: true })
        await writeFile(join(inbox, "a.eml"), mail(1))
        await writeFile(join(inbox, "b", "deeper", "2"), mail(2).replaceAll("\n", "\r\n"))
        await writeFile(join(inbox, "b", "auto.eml"), mail(3, "Auto-Submitted: auto-replied\n"))
        await writeFile(join(inbox, "c.mbox"), mbox)
        await writeFile(join(inbox, "d.txt"), "a shopping list")
        await writeFile(join(inbox, ".hidden"), "not looked at")
      })
      const ran = yield* mailroom(env, "import", "mail", inbox)
      assert.strictEqual(ran.code, 1)
      assert.strictEqual(ran.stdout, "6 mails: 1 auto_reply, 4 other, 1 unreadable")
      assert.match(ran.stderr, /^\S+d\.txt: [^\n]+\nmailroom: 1 mail was rejected$/u)
      const again = yield* mailroom(env, "import", "mail", inbox)
      assert.strictEqual(again.stdout, "6 mails: 5 duplicate, 1 unreadable")
    })
  )

  it.live("takes in a single mail, and a single mbox, and names its mails by number", () =>
    Effect.gen(function* () {
      const env = yield* tenancy
      const inbox = yield* folder
      const file = join(inbox, "inbox")
      const dry = yield* mailroomFed(mbox, env, "import", "mail", "-", "--dry-run", "--json")
      assert.deepStrictEqual(JSON.parse(dry.stdout), { dry_run: true, mails: 2, other: 2 })
      yield* Effect.promise(() => writeFile(file, mail(1)))
      assert.strictEqual((yield* mailroom(env, "import", "mail", file)).stdout, "1 mail: 1 other")
      yield* Effect.promise(() => writeFile(file, `${mbox}From x Tue Jan  2 10:00:00 2024\n\nno mail\n`))
      const ran = yield* mailroom(env, "import", "mail", file)
      assert.strictEqual(ran.stdout, "3 mails: 2 other, 1 unreadable")
      assert.match(ran.stderr, /inbox, mail 3: /u)
    })
  )

  it.live("takes an .eml for one mail, whatever it begins with and quotes", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "a.eml")
      yield* Effect.promise(() => writeFile(file, mbox))
      assert.strictEqual((yield* mailroom(yield* tenancy, "import", "mail", file)).stdout, "1 mail: 1 other")
    })
  )

  it.live("keeps attachments in the folder that the environment names", () =>
    Effect.gen(function* () {
      const env = { ...(yield* tenancy), MAILROOM_ATTACHMENTS: join(yield* folder, "attachments") }
      const file = join(yield* folder, "a.eml")
      const part = "Content-Type: application/pdf; name=../../offer.pdf\nContent-Transfer-Encoding: base64\n\nQUJD"
      yield* Effect.promise(() =>
        writeFile(file, `From: ada@x.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\n${part}\n--b--\n`)
      )
      assert.strictEqual((yield* mailroom(env, "import", "mail", file)).stdout, "1 mail: 1 other")
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(env.MAILROOM_ATTACHMENTS)), ["1", "pending"])
      const stored = yield* Effect.promise(() => readFile(join(env.MAILROOM_ATTACHMENTS, "1", "1"), "utf8"))
      assert.strictEqual(stored, "ABC")
      const ran = yield* mailroom({ ...env, MAILROOM_ATTACHMENTS: file }, "import", "mail", file)
      assert.strictEqual(ran.code, 1)
      assert.match(ran.stderr, /^mailroom: MAILROOM_ATTACHMENTS cannot be used: EEXIST: [^\n]+$/u)
    })
  )

  it.live("fails for a path that is not there", () =>
    Effect.gen(function* () {
      const ran = yield* mailroom(yield* tenancy, "import", "mail", "/nowhere")
      assert.strictEqual(ran.code, 1)
      assert.match(ran.stderr, /^mailroom: \/nowhere: ENOENT: /u)
    })
  )

  it.live("passes over a mail that is too large to be read", () =>
    Effect.gen(function* () {
      const inbox = yield* folder
      yield* Effect.promise(async () => {
        await writeFile(join(inbox, "a.eml"), mail(1))
        await truncate(join(inbox, "a.eml"), 41 * 1024 * 1024)
        await writeFile(join(inbox, "b.eml"), mail(2))
      })
      const ran = yield* mailroom(yield* tenancy, "import", "mail", inbox)
      assert.strictEqual(ran.stdout, "2 mails: 1 other, 1 unreadable")
      assert.match(ran.stderr, /a\.eml: is larger than 40 MiB/u)
    })
  )
})
