/** A mail program: reads and changes a mailbox of an IMAP server on loopback, as its owner does. */
import { Effect } from "effect"
import { ImapFlow } from "imapflow"
import PostalMime, { type Email } from "postal-mime"

export interface Login {
  readonly port: number
  readonly user: string
  readonly password: string
}

/** Uses a mailbox over a connection. */
export const mailProgram = <A>(
  { password, port, user }: Login,
  use: (client: ImapFlow) => Promise<A>
): Effect.Effect<A> =>
  Effect.promise(async () => {
    const client = new ImapFlow({
      host: "127.0.0.1",
      port,
      secure: true,
      tls: { rejectUnauthorized: false },
      auth: { user, pass: password },
      logger: false
    })
    client.on("error", () => {})
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.logout()
    }
  })

/** All mails of a folder, by ascending UID, as a mail program shows them. */
export const mailsOf = (login: Login, folder: string): Effect.Effect<ReadonlyArray<Email>> =>
  mailProgram(login, async (client) => {
    const { exists } = await client.mailboxOpen(folder, { readOnly: true })
    const found = exists === 0 ? [] : await client.fetchAll("1:*", { source: true })
    return Promise.all(found.map(({ source = Buffer.alloc(0) }) => PostalMime.parse(source)))
  })
