/** The people who work with this organization, and the log of who did what. */
import type { Person, Role } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { shortDate } from "../../base/format.ts"
import { hrefOf, useRoute } from "../../base/route.ts"
import { isSignedInByHost, useSession } from "../../base/session.ts"
import { useCanManage, useIs } from "../../kit/rights.ts"
import { toast } from "../../base/undo.ts"
import { peopleQuery } from "../../data/people.ts"
import { Confirm } from "../../kit/Confirm.tsx"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { textOf } from "../../kit/form.ts"
import { texts as roleTexts } from "../../kit/roles/texts.ts"
import { Options } from "../../kit/Options.tsx"
import { Tabs } from "../../kit/Rows.tsx"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { ShownOnce } from "../../kit/ShownOnce.tsx"
import { Empty, Failed, Loaded } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { Log } from "./Log.tsx"
import { texts as t } from "./texts.ts"

interface Invited {
  readonly name: string
  readonly secret: string | null
}

/** The roles that the person of the session may give. */
const useRoles = (): Readonly<Record<string, string>> => {
  const { owner, ...others } = roleTexts.names
  return useIs("owner") ? { ...others, owner } : others
}

const NewPerson = ({
  onClose,
  onInvited
}: {
  readonly onClose: () => void
  readonly onInvited: (made: Invited) => void
}) => {
  const { error, isBusy, run } = useWrite("people")
  const [role, setRole] = useState<Role>("member")
  const roles = useRoles()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    run(async () =>
      onInvited(await api.people.create({ name: textOf(form, "name"), email: textOf(form, "email"), role }))
    )
  }
  return (
    <Dialog label={t.add} class="dialog-small" onClose={onClose}>
      <form onSubmit={submit}>
        <label class="labelled">
          {t.name}
          <input class="field" name="name" required maxLength={200} autofocus autocomplete="off" />
        </label>
        <label class="labelled">
          {t.email}
          <input class="field" name="email" type="email" required maxLength={254} autocomplete="off" />
        </label>
        <label class="labelled">
          {t.role}
          <select
            class="field"
            value={role}
            aria-describedby="role-help"
            onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
          >
            <Options texts={roles} />
          </select>
        </label>
        <p class="meta" id="role-help">
          {t.roleHelp[role]}
        </p>
        {error !== undefined && <Failed error={error} />}
        <DialogActions cancel={t.cancel} submit={t.add} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

const stateOf = ({ blocked_at, external_id, has_password, invited_until }: Person) => {
  if (blocked_at !== null) return t.blocked
  if (external_id !== null) return t.byHost
  if (has_password) return t.active
  return invited_until === null ? t.noPassword : t.invited(shortDate(invited_until))
}

const Row = ({ onInvited, row }: { readonly row: Person; readonly onInvited: (made: Invited) => void }) => {
  const { blocked_at, email, external_id, id, last_signed_in_at, name, role } = row
  const isOwner = useIs("owner")
  const canChange = useCanManage() && (isOwner || role !== "owner")
  const roles = useRoles()
  const [isAsking, setAsking] = useState(false)
  const write = useWrite("people")
  const isBlocked = blocked_at !== null
  const remove = () =>
    write.run(
      () => api.people.remove(id),
      () => toast(t.removed(name))
    )
  return (
    <tr>
      <td dir="auto">{name}</td>
      <td>{email ?? external_id}</td>
      <td>
        {canChange && external_id === null ? (
          <select
            class="field"
            aria-label={t.roleOf(name)}
            value={role}
            disabled={write.isBusy}
            onChange={({ currentTarget }) =>
              write.run(() => api.people.update(id, { role: currentTarget.value as Role }))
            }
          >
            <Options texts={roles} />
          </select>
        ) : (
          roleTexts.names[role]
        )}
      </td>
      <td>{last_signed_in_at === null ? t.never : shortDate(last_signed_in_at)}</td>
      <td>
        {stateOf(row)}
        {write.error !== undefined && !isAsking && <Failed error={write.error} />}
      </td>
      <td>
        {canChange && (
          <div class="row-actions">
            {external_id === null && !isBlocked && (
              <button
                type="button"
                class="button"
                aria-label={t.inviteOne(name)}
                disabled={write.isBusy}
                onClick={() => write.run(async () => onInvited(await api.people.invite(id)))}
              >
                {t.invite}
              </button>
            )}
            <button
              type="button"
              class="button"
              aria-label={isBlocked ? t.unblockOne(name) : t.blockOne(name)}
              disabled={write.isBusy}
              onClick={() => write.run(() => api.people.update(id, { blocked: !isBlocked }))}
            >
              {isBlocked ? t.unblock : t.block}
            </button>
            <button type="button" class="button" aria-label={t.removeOne(name)} onClick={() => setAsking(true)}>
              {t.remove}
            </button>
          </div>
        )}
        {isAsking && (
          <Confirm
            label={t.removeTitle(name)}
            text={t.removeHelp}
            cancel={t.cancel}
            confirm={t.remove}
            write={write}
            onClose={() => setAsking(false)}
            onConfirm={remove}
          />
        )}
      </td>
    </tr>
  )
}

interface ListProps {
  /** Whether somebody adds a person. */
  readonly isAdding: boolean
  readonly onAdded: () => void
}

const List = ({ isAdding, onAdded }: ListProps) => {
  const people = useQuery(peopleQuery)
  const [invited, setInvited] = useState<Invited>()
  return (
    <>
      <Loaded query={people}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t.none}>
              <p>{t.noneHelp}</p>
            </Empty>
          ) : (
            <Table label={t.title} columns={t.columns}>
              {rows.map((row) => (
                <Row key={row.id} row={row} onInvited={setInvited} />
              ))}
            </Table>
          )
        }
      </Loaded>
      {isAdding && (
        <NewPerson
          onClose={onAdded}
          onInvited={(made) => {
            onAdded()
            setInvited(made)
          }}
        />
      )}
      {invited?.secret != null && (
        <ShownOnce
          label={t.linkTitle(invited.name)}
          secret={invited.secret}
          words={{ help: t.linkHelp, copy: t.copy, copied: t.copied, notCopied: t.notCopied, stored: t.stored }}
          onClose={() => setInvited(undefined)}
        />
      )}
    </>
  )
}

export const People = () => {
  const { path } = useRoute()
  const canReadLog = useIs("admin")
  const canManage = useCanManage()
  const [isAdding, setAdding] = useState(false)
  const isLog = path[1] === "log"
  const isKnown = useSession() !== undefined
  return (
    <Sheet
      title={t.title}
      actions={
        canManage &&
        !isLog &&
        !isSignedInByHost() && (
          <button type="button" class="button button-solid" onClick={() => setAdding(true)}>
            {t.add}
          </button>
        )
      }
      tabs={
        canReadLog && (
          <Tabs
            label={t.title}
            tabs={[
              { href: hrefOf(["people"]), text: t.title, isCurrent: !isLog },
              { href: hrefOf(["people", "log"]), text: t.log, isCurrent: isLog }
            ]}
          />
        )
      }
    >
      {isLog && canReadLog ? (
        <Log />
      ) : isLog ? (
        isKnown && (
          <Empty title={t.logForAdmins}>
            <a class="button" href={hrefOf(["people"])}>
              {t.title}
            </a>
          </Empty>
        )
      ) : (
        <List isAdding={isAdding} onAdded={() => setAdding(false)} />
      )}
    </Sheet>
  )
}
