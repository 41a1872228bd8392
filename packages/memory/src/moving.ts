/** The whole of an organization, to move it. */
import { type MovedRows, MovingStore, type OrganizationId } from "@mailroom/core"
import { Exit, Option, Struct } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { countsOf, pageOf } from "./internal/moving/reading.ts"
import { writers } from "./internal/moving/writing.ts"
import { emptyTenant, type ImportRow, type State } from "./internal/State.ts"

export const movingStore = ({ read, readState, sequence, write, writeState }: Database): MovingStore["Service"] => {
  const raise = (kind: string, rows: ReadonlyArray<object>) =>
    sequence(kind).raise(rows.reduce((last, row) => Math.max(last, idOf(row)), 0))

  const hide = (state: Mutable<State>, id: OrganizationId, at: string) => {
    state.hiddenOrganizations = state.hiddenOrganizations.set(id, { id, at })
  }

  return MovingStore.of({
    find: (id) =>
      readState(({ organizations }) =>
        Option.map(Option.fromUndefinedOr(organizations.get(id)), ({ external_id = null, organization }) => ({
          ...organization,
          external_id
        }))
      ),
    read: (organization_id, kind, query) => read(organization_id, (tenant) => pageOf(tenant, kind, query)),
    counts: (organization_id) => read(organization_id, countsOf),
    findImport: (checksum) =>
      readState(({ imports }) => Option.map(Option.fromUndefinedOr(imports.get(checksum)), toState)),
    findExternal: (external_id) => readState((state) => Option.fromUndefinedOr(withExternalId(state, external_id))),
    begin: (checksum, { created_at, id: wanted, name }, until) =>
      writeState((state) => {
        const found = state.imports.get(checksum)
        if (found !== undefined) return Exit.succeed(Option.some(toState(found)))
        const id = wanted ?? sequence<OrganizationId>("organizations").next()
        if (state.tenants.get(id) !== undefined) return Exit.succeed(Option.none())
        sequence("organizations").raise(id)
        const begun = { organization_id: id, rows: 0, is_finished: false }
        const organization = Object.freeze({ id, name, created_at })
        state.imports = state.imports.set(checksum, { checksum, organization, ...begun })
        state.tenants = state.tenants.set(id, emptyTenant)
        hide(state, id, until)
        return Exit.succeed(Option.some(begun))
      }),
    write: (organization_id, kind, rows) =>
      write(organization_id, "MovingStore.write", (tenant) => {
        for (const row of rows) writers[kind](tenant, row)
        // Uploads have the ids of attachments.
        raise(kind === "uploads" ? "attachments" : kind, rows)
        if (kind === "messages") raise("attachments", (rows as ReadonlyArray<MovedRows.MovedMessage>).flatMap(filesOf))
        return Exit.void
      }),
    advance: (checksum, { after, before }, until) =>
      writeState((state) => {
        const found = state.imports.get(checksum)
        if (found === undefined || found.is_finished || found.rows !== before) return Exit.succeed(false)
        state.imports = state.imports.set(checksum, { ...found, rows: after })
        hide(state, found.organization_id, until)
        return Exit.succeed(true)
      }),
    finish: (checksum, external_id) =>
      writeState((state) => {
        const found = state.imports.get(checksum)
        if (found === undefined) return Exit.succeed(false)
        if (found.is_finished) return Exit.succeed(true)
        if (external_id !== null && withExternalId(state, external_id) !== undefined) return Exit.succeed(false)
        const { organization } = found
        state.imports = state.imports.set(checksum, { ...found, is_finished: true })
        state.hiddenOrganizations = state.hiddenOrganizations.remove(organization.id)
        state.organizations = state.organizations.set(organization.id, {
          organization,
          external_id: external_id ?? undefined
        })
        return Exit.succeed(true)
      })
  })
}

const toState = (row: ImportRow) => Struct.pick(row, ["organization_id", "rows", "is_finished"])

const withExternalId = ({ organizations }: State, external_id: string): OrganizationId | undefined =>
  [...organizations.values()].find((row) => row.external_id === external_id)?.organization.id

const filesOf = ({ attachments }: MovedRows.MovedMessage) => attachments

/** 0 for rows without an id that is a number. */
const idOf = (row: { readonly id?: unknown }) => (typeof row.id === "number" ? row.id : 0)
