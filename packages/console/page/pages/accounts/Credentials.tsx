/** The dialog that stores the credentials of an account. Nothing that is stored is shown: only the server knows it. */
import type { Account, Credentials as Input } from "@mailroom/client"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { textOf } from "../../kit/form.ts"
import { Failed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { mailProviders, providerOf, type Server } from "./providers.ts"
import { texts } from "./texts.ts"

/**
 * The credentials that were typed. Empty fields are left out: the server chooses them by the provider. A server that was
 * not changed keeps its encryption, and a separate login for IMAP stays separate.
 */
const inputOf = (form: FormData, connection: Account["connection"], readsInbox: boolean): Input => {
  const server = (name: Name) => {
    const [host, port] = [textOf(form, `${name}-host`), textOf(form, `${name}-port`)]
    const stored = connection?.[name]
    const isStored = stored?.host === host && String(stored.port) === port
    return {
      ...(host !== "" && { host }),
      ...(port !== "" && { port: Number(port) }),
      ...(isStored && { security: stored.security })
    }
  }
  const password = String(form.get("password") ?? "")
  const login = (user: string, password: string) => ({
    type: "password" as const,
    password,
    ...(user !== "" && { user })
  })
  const ofImap = textOf(form, "imap-user")
  return {
    smtp: { ...server("smtp"), auth: login(textOf(form, "user"), password) },
    ...(readsInbox && {
      imap: {
        ...server("imap"),
        ...(ofImap !== "" && { auth: login(ofImap, String(form.get("imap-password") ?? "") || password) }),
        keep_unrelated: form.get("unrelated") !== null
      }
    })
  }
}

const ports = { smtp: [465, 587, 2525, 25], imap: [993, 143] } as const

const names = ["smtp", "imap"] as const
type Name = (typeof names)[number]

/** The values of the fields of the servers. */
type Servers = Readonly<Record<Name, { readonly host: string; readonly port: string }>>

const none = { host: "", port: "" }

const shown = (server: Server | null | undefined) => (server ? { host: server.host, port: String(server.port) } : none)

/** The servers to begin with: the stored ones, else the servers of the provider that the address belongs to. */
const serversOf = ({ connection, email, provider }: Account): Servers => {
  const usual = mailProviders[provider === "smtp" ? (providerOf(email) ?? "") : provider]
  return { smtp: shown(connection?.smtp ?? usual?.smtp), imap: shown(connection ? connection.imap : usual?.imap) }
}

/** The id of the provider whose servers these are. */
const chosenOf = (servers: Servers): string =>
  Object.entries(mailProviders).find(([, provider]) =>
    names.every(
      (name) => provider[name].host === servers[name].host && String(provider[name].port) === servers[name].port
    )
  )?.[0] ?? ""

interface ServersProps {
  readonly servers: Servers
  readonly onChange: (servers: Servers) => void
}

const ProviderChoice = ({ onChange, servers }: ServersProps) => (
  <label class="labelled">
    {texts.credentials.mailProvider}
    <select
      class="field"
      value={chosenOf(servers)}
      onChange={({ currentTarget }) => {
        const provider = mailProviders[currentTarget.value]
        onChange({ smtp: shown(provider?.smtp), imap: shown(provider?.imap) })
      }}
    >
      <option value="">{texts.credentials.otherProvider}</option>
      {Object.entries(mailProviders).map(([id, { name }]) => (
        <option value={id} key={id}>
          {name}
        </option>
      ))}
    </select>
  </label>
)

const ServerFields = ({
  isRequired,
  name,
  onChange,
  servers
}: ServersProps & { readonly name: Name; readonly isRequired: boolean }) => {
  const { host, port } = servers[name]
  return (
    <fieldset class="servers">
      <legend>{name.toUpperCase()}</legend>
      <label class="labelled">
        {texts.credentials.host}
        <input
          class="field"
          name={`${name}-host`}
          required={isRequired}
          autocomplete="off"
          value={host}
          onInput={({ currentTarget }) => onChange({ ...servers, [name]: { host: currentTarget.value, port } })}
        />
      </label>
      <label class="labelled">
        {texts.credentials.port}
        <select
          class="field"
          name={`${name}-port`}
          value={port}
          onChange={({ currentTarget }) => onChange({ ...servers, [name]: { host, port: currentTarget.value } })}
        >
          <option value="">{texts.credentials.usual}</option>
          {[...new Set([...ports[name].map(String), port])].filter(Boolean).map((choice) => (
            <option value={choice} key={choice}>
              {choice}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  )
}

/** Which logins are not by a password: saving replaces them. */
const Replaced = ({ connection }: Pick<Account, "connection">) =>
  names.map((name) => {
    const auth = connection?.[name]?.auth ?? "password"
    return auth !== "password" && <p key={name}>{texts.credentials.replaces[auth](name.toUpperCase())}</p>
  })

/** The login for IMAP, where a separate one is stored. */
const ImapLogin = ({ user }: { readonly user: string }) => (
  <>
    <label class="labelled">
      {texts.credentials.imapUser}
      <input class="field" name="imap-user" defaultValue={user} autocomplete="off" />
    </label>
    <label class="labelled">
      {texts.credentials.imapPassword}
      <input
        class="field"
        name="imap-password"
        type="password"
        placeholder={texts.credentials.same}
        autocomplete="new-password"
      />
    </label>
  </>
)

export const Credentials = ({
  account,
  onClose,
  onSaved
}: {
  readonly account: Account
  readonly onClose: () => void
  readonly onSaved: () => void
}) => {
  const { error, isBusy, run } = useWrite("accounts")
  const { connection } = account
  const [servers, setServers] = useState(() => serversOf(account))
  const [readsInbox, setReadsInbox] = useState(connection === null || connection.imap !== null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    run(() => api.mailboxes.connect(account.id, inputOf(form, connection, readsInbox)), onSaved)
  }
  return (
    <Dialog label={texts.credentials.title} onClose={onClose} class="dialog-small">
      <form onSubmit={submit}>
        <p class="meta">{texts.credentials.help}</p>
        <Replaced connection={connection} />
        <label class="labelled">
          {texts.credentials.user}
          <input
            class="field"
            name="user"
            defaultValue={connection?.smtp.user}
            placeholder={account.email}
            autocomplete="off"
          />
        </label>
        <label class="labelled">
          {texts.credentials.password}
          <input class="field" name="password" type="password" required autofocus autocomplete="new-password" />
        </label>
        <ProviderChoice servers={servers} onChange={setServers} />
        <ServerFields name="smtp" isRequired={account.provider === "smtp"} servers={servers} onChange={setServers} />
        <label>
          <input
            type="checkbox"
            checked={readsInbox}
            onChange={({ currentTarget }) => setReadsInbox(currentTarget.checked)}
          />{" "}
          {texts.credentials.reads}
        </label>
        {readsInbox && (
          <>
            <ServerFields
              name="imap"
              isRequired={account.provider === "smtp"}
              servers={servers}
              onChange={setServers}
            />
            {connection?.imap && connection.imap.user !== connection.smtp.user && (
              <ImapLogin user={connection.imap.user} />
            )}
            <label>
              <input type="checkbox" name="unrelated" defaultChecked={connection?.imap?.keep_unrelated ?? true} />{" "}
              {texts.credentials.unrelated}
            </label>
          </>
        )}
        {error !== undefined && <Failed error={error} />}
        <DialogActions cancel={texts.cancel} submit={texts.credentials.save} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
