/** The dialog that adds an integration, or changes one. Stored secrets are never shown: empty fields keep them. */
import type { Campaign, Integration, NewIntegration, NotificationType } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { campaignsQuery } from "../../data/campaigns.ts"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { FieldGroup } from "../../kit/Fields.tsx"
import { textOf } from "../../kit/form.ts"
import { Options } from "../../kit/Options.tsx"
import { Failed, Loaded } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const t = texts.form

type Type = Integration["type"]

/** The texts of fields that have some, by their names. */
const given = (form: FormData, ...names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name, textOf(form, name)]).filter(([, value]) => value !== ""))

/** The header fields that were typed; `undefined`: none, so the stored ones stay. */
const headersOf = (form: FormData) => {
  const names = form.getAll("header-name").map((name) => String(name).trim())
  const values = form.getAll("header-value").map((value) => String(value).trim())
  const pairs = names.map((name, index) => [name, values[index] ?? ""] as const).filter(([name]) => name !== "")
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs)
}

const configOf = (form: FormData, type: Type): Readonly<Record<string, unknown>> => {
  switch (type) {
    case "webhook": {
      const headers = form.has("remove-headers") ? {} : headersOf(form)
      return { url: textOf(form, "url"), ...(headers !== undefined && { headers }) }
    }
    case "slack":
      return given(form, "url")
    case "telegram":
      return given(form, "bot_token", "chat_id")
    case "hubspot":
      return given(form, "access_token")
  }
}

/** The campaigns that are chosen; nothing where they are still the same. */
const campaignsOf = (form: FormData, chosen: ReadonlyArray<string>) => {
  const campaign_ids = form.getAll("campaign").map(String)
  const isSame = campaign_ids.length === chosen.length && campaign_ids.every((id) => chosen.includes(id))
  return isSame ? {} : { campaign_ids: campaign_ids.length === 0 ? null : campaign_ids }
}

const inputOf = (form: FormData, type: Type, chosen: ReadonlyArray<string>) => ({
  name: textOf(form, "name"),
  events: form.getAll("event") as Array<NotificationType>,
  ...campaignsOf(form, chosen),
  config: configOf(form, type)
})

const Text = ({ label, name, value, ...rest }: TextProps) => (
  <label class="labelled">
    {label}
    <input class="field" dir="auto" name={name} defaultValue={value} autocomplete="off" spellcheck={false} {...rest} />
  </label>
)

interface TextProps {
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  readonly required?: boolean
  readonly placeholder?: string | undefined
  readonly type?: "password" | "text"
  readonly autofocus?: boolean
}

/** The header fields of a webhook. Their stored values are secret: new ones replace all of them. */
const Headers = ({ stored }: { readonly stored: ReadonlyArray<string> }) => {
  const [count, setCount] = useState(0)
  const rows = Array.from({ length: count }, (_, index) => index + 1)
  return (
    <div class="form-field">
      {stored.length > 0 && (
        <>
          <p class="meta">{t.storedHeaders(stored.join(", "))}</p>
          <label>
            <input type="checkbox" name="remove-headers" /> {t.removeHeaders}
          </label>
        </>
      )}
      {rows.map((row) => (
        <div class="header-row" key={row}>
          <input class="field" name="header-name" aria-label={t.headerName(row)} placeholder={t.headerNameHint} />
          <input class="field" name="header-value" aria-label={t.headerValue(row)} placeholder={t.headerValueHint} />
        </div>
      ))}
      <div>
        <button type="button" class="button" disabled={count >= 20} onClick={() => setCount(count + 1)}>
          {t.addHeader}
        </button>
      </div>
    </div>
  )
}

/** Where it delivers to. What is stored but secret is named by its placeholder. */
const Target = ({ integration, type }: { readonly type: Type; readonly integration: Integration | undefined }) => {
  const config = integration?.config
  const isNew = integration === undefined
  switch (type) {
    case "webhook":
      return (
        <>
          <Text name="url" label={t.url} value={config && "url" in config ? config.url : undefined} required />
          <Headers stored={Object.keys((config && "headers" in config && config.headers) || {})} />
        </>
      )
    case "slack":
      return (
        <Text
          name="url"
          label={t.slackUrl}
          placeholder={config && "url" in config ? config.url : t.slackUrlHint}
          required={isNew}
        />
      )
    case "telegram":
      return (
        <>
          <Text
            name="bot_token"
            label={t.botToken}
            placeholder={config && "bot_token" in config ? config.bot_token : undefined}
            required={isNew}
          />
          <Text
            name="chat_id"
            label={t.chat}
            value={config && "chat_id" in config ? config.chat_id : undefined}
            required
          />
        </>
      )
    case "hubspot":
      return (
        <Text
          name="access_token"
          label={t.accessToken}
          placeholder={config && "access_token" in config ? config.access_token : undefined}
          required={isNew}
        />
      )
  }
}

const Events = ({ chosen }: { readonly chosen: ReadonlyArray<NotificationType> }) => (
  <FieldGroup title={t.events}>
    <p class="meta form-wide">{t.eventsHelp}</p>
    <div class="form-checks">
      {Object.entries(texts.events).map(([type, label]) => (
        <label key={type}>
          <input type="checkbox" name="event" value={type} defaultChecked={chosen.includes(type as NotificationType)} />{" "}
          {label}
        </label>
      ))}
    </div>
  </FieldGroup>
)

/** A box for each campaign, and for each chosen one that was deleted: a deleted campaign stays until somebody leaves it out. */
const Campaigns = ({
  all,
  chosen
}: {
  readonly all: ReadonlyArray<Pick<Campaign, "id" | "name">>
  readonly chosen: ReadonlyArray<string>
}) => {
  const known = new Set(all.map(({ id }) => id))
  const deleted = chosen.filter((id) => !known.has(id)).map((id) => ({ id, name: t.deletedCampaign }))
  const boxes = [...all, ...deleted]
  return (
    boxes.length > 0 && (
      <FieldGroup title={t.campaigns}>
        <p class="meta form-wide">{t.campaignsHelp}</p>
        <div class="form-checks form-many">
          {boxes.map(({ id, name }) => (
            <label key={id}>
              <input type="checkbox" name="campaign" value={id} defaultChecked={chosen.includes(id)} />{" "}
              <bdi>{name}</bdi>
            </label>
          ))}
        </div>
      </FieldGroup>
    )
  )
}

export const IntegrationForm = ({
  integration,
  onClose,
  onSaved
}: {
  /** Absent: a new one is added. */
  readonly integration?: Integration
  readonly onClose: () => void
  /** Called with the id, and with the signing secret of a new webhook. */
  readonly onSaved: (id: number, secret: string | undefined) => void
}) => {
  const [type, setType] = useState<Type>(integration?.type ?? "webhook")
  const campaigns = useQuery(campaignsQuery)
  // As it was when the dialog was opened: the boxes begin with these.
  const [chosen] = useState(integration?.campaign_ids ?? [])
  const { error, isBusy, run } = useWrite("integrations")
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const input = inputOf(new FormData(event.currentTarget as HTMLFormElement), type, chosen)
    run(async () => {
      const { id, secret } =
        integration === undefined
          ? await api.integrations.create({ type, ...input } as unknown as NewIntegration)
          : await api.integrations.update(integration.id, input)
      onSaved(id, secret ?? undefined)
    })
  }
  return (
    <Dialog label={integration === undefined ? texts.add : t.title} onClose={onClose}>
      <form onSubmit={submit}>
        {integration === undefined && (
          <label class="labelled">
            {t.type}
            <select class="field" value={type} onChange={({ currentTarget }) => setType(currentTarget.value as Type)}>
              <Options texts={texts.types} />
            </select>
          </label>
        )}
        <Text name="name" label={t.name} value={integration?.name} required autofocus />
        <Target type={type} integration={integration} key={type} />
        <Events chosen={integration?.events ?? []} />
        <Loaded query={campaigns}>{(all) => <Campaigns all={all} chosen={chosen} />}</Loaded>
        {error !== undefined && <Failed error={error} />}
        <DialogActions
          cancel={texts.cancel}
          submit={integration === undefined ? texts.add : t.save}
          isDisabled={isBusy || campaigns.data === undefined}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
