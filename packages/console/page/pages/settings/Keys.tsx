/** The keys of the API: list, make, revoke. */
import type { Access, Key } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { shortDate } from "../../base/format.ts"
import { useSession } from "../../base/session.ts"
import { useCanManage } from "../../kit/rights.ts"
import { toast } from "../../base/undo.ts"
import { Confirm } from "../../kit/Confirm.tsx"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { Options } from "../../kit/Options.tsx"
import { Table } from "../../kit/Sheet.tsx"
import { ShownOnce } from "../../kit/ShownOnce.tsx"
import { Empty, Failed, Loaded } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const t = texts.apiKey

/** The last second of a day where the reader is. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString()

interface Made {
  readonly name: string
  readonly secret: string
}

const NewKey = ({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (made: Made) => void }) => {
  const { error, isBusy, run } = useWrite("keys")
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const [name, until] = [String(form.get("name")), String(form.get("until"))]
    run(async () => {
      const expires_at = until === "" ? null : endOf(until)
      const { secret } = await api.keys.create({ name, access: form.get("access") as Access, expires_at })
      if (secret === null) onClose()
      else onMade({ name, secret })
    })
  }
  return (
    <Dialog label={t.make} class="dialog-small" onClose={onClose}>
      <form onSubmit={submit}>
        <label class="labelled">
          {t.name}
          <input class="field" dir="auto" name="name" required maxLength={200} autofocus autocomplete="off" />
        </label>
        <label class="labelled">
          {t.access}
          <select class="field" name="access">
            <Options texts={texts.accesses} />
          </select>
        </label>
        <label class="labelled">
          {t.until}
          <input class="field" name="until" type="date" aria-describedby="key-until" />
        </label>
        <p class="meta" id="key-until">
          {t.untilHelp}
        </p>
        {error !== undefined && <Failed error={error} />}
        <DialogActions cancel={texts.cancel} submit={t.make} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

const stateOf = ({ expires_at, revoked_at }: Key) => {
  if (revoked_at !== null) return texts.revoked
  if (expires_at === null) return texts.valid
  return Date.parse(expires_at) < Date.now() ? t.expired : texts.expires(shortDate(expires_at))
}

const Row = ({ row }: { readonly row: Key }) => {
  const { access, id, last_used_at, name, prefix, revoked_at } = row
  const canWrite = useCanManage("owner")
  const own = useSession()?.key?.id
  const [isAsking, setAsking] = useState(false)
  const write = useWrite("keys")
  const revoke = () =>
    write.run(
      () => api.keys.revoke(id),
      () => {
        setAsking(false)
        toast(t.revoked(name))
      }
    )
  return (
    <tr>
      <td>
        <bdi>{name}</bdi>
      </td>
      <td>
        <code>{prefix}</code>
      </td>
      <td>{texts.accesses[access]}</td>
      <td>{last_used_at === null ? texts.never : shortDate(last_used_at)}</td>
      <td>{stateOf(row)}</td>
      <td>
        {canWrite && revoked_at === null && (
          <button type="button" class="button" aria-label={t.revokeOne(name)} onClick={() => setAsking(true)}>
            {t.revoke}
          </button>
        )}
        {isAsking && (
          <Confirm
            label={t.revokeTitle(name)}
            text={id === own ? `${t.revokeHelp} ${t.revokeOwn}` : t.revokeHelp}
            cancel={texts.cancel}
            confirm={t.revoke}
            write={write}
            onClose={() => setAsking(false)}
            onConfirm={revoke}
          />
        )}
      </td>
    </tr>
  )
}

export const Keys = () => {
  const canWrite = useCanManage("owner")
  const keys = useQuery({
    queryKey: ["keys"],
    queryFn: ({ signal }) => Array.fromAsync(api.keys.list({ limit: 200 }, { signal }))
  })
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<Made>()
  return (
    <>
      <Loaded query={keys}>
        {(data) =>
          data.length === 0 ? (
            <Empty title={texts.noKeys} />
          ) : (
            <Table label={texts.apiKeys} columns={[...texts.keyColumns, ""]}>
              {data.map((row) => (
                <Row row={row} key={row.id} />
              ))}
            </Table>
          )
        }
      </Loaded>
      {canWrite && (
        <div class="row-actions">
          <button type="button" class="button" onClick={() => setMaking(true)}>
            {t.make}
          </button>
        </div>
      )}
      {isMaking && (
        <NewKey
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false)
            setMade(made)
          }}
        />
      )}
      {made !== undefined && (
        <ShownOnce
          label={t.madeTitle(made.name)}
          secret={made.secret}
          words={{
            help: t.madeHelp,
            copy: texts.copy,
            copied: texts.copied,
            notCopied: texts.notCopied,
            stored: t.stored
          }}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  )
}
