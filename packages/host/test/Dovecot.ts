/**
 * Dovecot, an IMAP server that many providers use, on loopback and over a temporary folder. Debian has it as
 * `dovecot-imapd`. Where it is missing, the tests are skipped, unless the environment variable `CI` is set.
 */
import { Effect, type Scope } from "effect"
import type { ImapFlow } from "imapflow"
import { spawnSync } from "node:child_process"
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { mailProgram } from "./MailProgram.ts"
import { freePort, path, program, type Program } from "./Programs.ts"

export const user = "grace@ours.example"
export const lead = "ada@lead.example"
export const password = "hunter2-secret"

/** How many connections a user may have at once. The login of the next one is rejected. */
export const maximumConnections = 3

const { stdout = "", status } = spawnSync("dovecot", ["--version"], { encoding: "utf8", env: { PATH: path } })
const version = status === 0 ? stdout.trim() : undefined

const { CI = "" } = process.env
const isRequired = CI !== "" && CI !== "false" && CI !== "0"
export const isSkipped = version === undefined && !isRequired
/** For the names of tests: why they are skipped. */
export const note = isSkipped ? " (skipped: dovecot-imapd is not installed)" : ""

/** The folders of each user, with the special uses that the server reports. */
const folders = { Gesendet: "\\Sent", Entwürfe: "\\Drafts", Unerwünscht: "\\Junk" }

const certificates = join(import.meta.dirname, "certificates")

interface Identity {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const idOf = (option: "-g" | "-u", name: string) =>
  Number(spawnSync("id", [option, name], { encoding: "utf8" }).stdout.trim())

/** Dovecot does not read mail as root. */
const mailUser = (): Identity => {
  const { gid, uid, username } = userInfo()
  return uid === 0 ? { name: "mail", uid: idOf("-u", "mail"), gid: idOf("-g", "mail") } : { name: username, uid, gid }
}

/** The settings that depend on the version. Version 2.4 has other names for most settings than the ones before it. */
const settings = (root: string) => {
  const certificate = join(root, "certificate.pem")
  const key = join(root, "key.pem")
  return Number.parseFloat(version ?? "") >= 2.4
    ? `
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
auth_allow_cleartext = no
ssl_server_cert_file = ${certificate}
ssl_server_key_file = ${key}
mail_driver = maildir
mail_path = ${root}/mail/%{user}
mailbox_list_index = no
protocols {
  imap = yes
}
passdb passwd-file {
  passwd_file_path = ${root}/users
}
userdb static {
  fields {
    home = ${root}/mail/%{user}
  }
}`
    : `
disable_plaintext_auth = yes
ssl_cert = <${certificate}
ssl_key = <${key}
mail_location = maildir:${root}/mail/%u
protocols = imap
passdb {
  driver = passwd-file
  args = ${root}/users
}
userdb {
  driver = static
  args = home=${root}/mail/%u
}`
}

const configuration = (root: string, port: number, { gid, name, uid }: Identity) => {
  const isRoot = userInfo().uid === 0
  return `${settings(root)}
base_dir = ${root}/run
state_dir = ${root}/run
log_path = ${root}/log
listen = 127.0.0.1
ssl = required
auth_failure_delay = 0
mail_max_userip_connections = ${maximumConnections}
default_internal_user = ${isRoot ? "dovecot" : name}
default_internal_group = ${isRoot ? "dovecot" : spawnSync("id", ["-gn"], { encoding: "utf8" }).stdout.trim()}
default_login_user = ${isRoot ? "dovenull" : name}
mail_uid = ${uid}
mail_gid = ${gid}
first_valid_uid = ${uid}
first_valid_gid = ${gid}
namespace inbox {
  inbox = yes
  separator = /
${Object.entries(folders)
  .map(([folder, use]) => `  mailbox ${folder} {\n    special_use = ${use}\n    auto = create\n  }`)
  .join("\n")}
}
service imap-login {
  ${isRoot ? "" : "chroot ="}
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  ${isRoot ? "" : "chroot ="}
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
`
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: "127.0.0.1", port })
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })

/** Waits until the server accepts connections. It dies with the log if the server ends before. */
const started = Effect.fnUntraced(function* ({ hasEnded, log }: Program, root: string, port: number) {
  while (!(yield* Effect.promise(() => accepts(port)))) {
    if (hasEnded())
      return yield* Effect.die(new Error(`Dovecot has ended: ${log()}${readFileSync(`${root}/log`, "utf8")}`))
    yield* Effect.promise(() => new Promise((resume) => setTimeout(resume, 20)))
  }
})

/** The name of a folder on the disk: modified UTF-7 (RFC 3501, 5.1.3) of the folders above. */
const directoryOf = (folder: string) => (folder === "INBOX" ? "" : `.${folder.replaceAll("ü", "&APw-")}`)

/** Starts a server, which stops with the scope. `user` and `lead` may log in with `password`. */
export const dovecot: Effect.Effect<Dovecot, never, Scope.Scope> = Effect.gen(function* () {
  if (version === undefined) return yield* Effect.die(new Error("dovecot-imapd is not installed"))
  const root = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dovecot-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const identity = mailUser()
  chmodSync(root, 0o755)
  mkdirSync(join(root, "mail"))
  chownSync(join(root, "mail"), identity.uid, identity.gid)
  for (const file of ["certificate.pem", "key.pem"])
    writeFileSync(join(root, file), readFileSync(join(certificates, file)))
  writeFileSync(join(root, "users"), [user, lead].map((name) => `${name}:{PLAIN}${password}\n`).join(""))
  writeFileSync(join(root, "log"), "")
  const port = yield* Effect.promise(freePort)
  writeFileSync(join(root, "dovecot.conf"), configuration(root, port, identity))
  const server = yield* program("dovecot", ["-F", "-c", join(root, "dovecot.conf")])
  yield* started(server, root, port)

  const client = <A>(use: (client: ImapFlow) => Promise<A>, name: string = user) =>
    mailProgram({ port, user: name, password }, use)

  return {
    port,
    client,
    append: (folder, mails, { flags = [], name = user } = {}) =>
      client(async (client) => {
        for (const raw of [mails].flat()) await client.append(folder, Buffer.from(raw), [...flags])
      }, name),
    fill: (folder, count, mailOf) =>
      Effect.sync(() => {
        const maildir = join(root, "mail", user, directoryOf(folder))
        for (const part of ["", "cur", "new", "tmp"]) {
          mkdirSync(join(maildir, part), { recursive: true })
          chownSync(join(maildir, part), identity.uid, identity.gid)
        }
        const fresh = join(maildir, "new")
        for (let i = 0; i < count; i++) {
          const raw = mailOf(i)
          const size = Buffer.byteLength(raw)
          // With the sizes in its name, the server does not have to read the file for them.
          const file = join(fresh, `${String(i).padStart(9, "0")}.${crypto.randomUUID()},S=${size},W=${size}`)
          writeFileSync(file, raw)
          chownSync(file, identity.uid, identity.gid)
        }
      })
  }
})

export interface Dovecot {
  readonly port: number
  /** Uses the mailbox of a user, by default `user`, over a connection. */
  readonly client: <A>(use: (client: ImapFlow) => Promise<A>, name?: string) => Effect.Effect<A>
  /** Stores mails in a folder. */
  readonly append: (
    folder: string,
    mails: Buffer | string | ReadonlyArray<Buffer | string>,
    options?: { readonly flags?: ReadonlyArray<string>; readonly name?: string }
  ) => Effect.Effect<void>
  /** Puts many mails into a folder of `user` at once, as a delivery agent does. */
  readonly fill: (folder: string, count: number, mailOf: (index: number) => string) => Effect.Effect<void>
}
