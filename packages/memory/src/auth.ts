/** Organizations, API keys and sessions. */
import {
  type ApiKey,
  ApiKeyStore,
  type Organization,
  type OrganizationId,
  OrganizationStore,
  SessionStore,
  sessionTable
} from "@mailroom/core"
import { Effect, Exit, Option } from "effect"
import { corrupt, type Database, type Mutable, noOrganization } from "./internal/Database.ts"
import { emptyTenant, type State } from "./internal/State.ts"
import { expiringStore } from "./internal/expiring.ts"
import { pageOf } from "./internal/rows.ts"

export const organizationStore = ({ readState, sequence, writeState }: Database): OrganizationStore["Service"] => {
  const { next: nextId } = sequence<OrganizationId>("organizations")
  const insert = (state: Mutable<State>, { created_at, name }: Omit<Organization, "id">, external_id?: string) => {
    const organization = Object.freeze({ id: nextId(), name, created_at })
    state.organizations = state.organizations.set(organization.id, { organization, external_id })
    state.tenants = state.tenants.set(organization.id, emptyTenant)
    return organization
  }
  return OrganizationStore.of({
    insert: (organization) => writeState((state) => Exit.succeed(insert(state, organization))),
    ensure: (external_id, organization) =>
      writeState((state) => {
        const stored = [...state.organizations.values()].find((row) => row.external_id === external_id)
        if (stored === undefined) return Exit.succeed(insert(state, organization, external_id))
        const named = Object.freeze({ ...stored.organization, name: organization.name })
        state.organizations = state.organizations.set(named.id, { organization: named, external_id })
        return Exit.succeed(named)
      }),
    find: (id) => readState(({ organizations }) => Option.fromUndefinedOr(organizations.get(id)?.organization)),
    list: readState(({ organizations }) => Array.from(organizations.values(), ({ organization }) => organization)),
    unreachable: Effect.succeed([]),
    hide: (id, at) =>
      writeState((state) => {
        const exists = state.organizations.get(id) !== undefined || state.hiddenOrganizations.get(id) !== undefined
        if (!exists) return Exit.succeed(false)
        state.organizations = state.organizations.remove(id)
        state.hiddenOrganizations = state.hiddenOrganizations.set(id, { id, at })
        for (const { hash, organization_id } of state.apiKeysByHash.values()) {
          if (organization_id === id) state.apiKeysByHash = state.apiKeysByHash.remove(hash)
        }
        for (const { domain, owner } of state.trackingDomains.values()) {
          if (owner === id) state.trackingDomains = state.trackingDomains.remove(domain)
        }
        const tenant = state.tenants.get(id)
        // An empty tenant stays the same object: so `clear` sees that nothing is left.
        if (tenant !== undefined && tenant.apiKeys !== emptyTenant.apiKeys) {
          state.tenants = state.tenants.set(id, { ...tenant, apiKeys: emptyTenant.apiKeys })
        }
        return Exit.succeed(true)
      }),
    findHidden: (before) =>
      readState(({ hiddenOrganizations }) =>
        [...hiddenOrganizations.values()].flatMap(({ at, id }) => (at < before ? [id] : []))
      ),
    // A tenant is one value, so clearing it is fast.
    clear: (id) => writeState((state) => Exit.succeed(clear(state, id))),
    remove: (id) =>
      writeState((state) => {
        if (state.hiddenOrganizations.get(id) === undefined) return Exit.succeed(false)
        clear(state, id)
        for (const { checksum, organization_id } of state.imports.values()) {
          if (organization_id === id) state.imports = state.imports.remove(checksum)
        }
        state.tenants = state.tenants.remove(id)
        state.hiddenOrganizations = state.hiddenOrganizations.remove(id)
        return Exit.succeed(true)
      })
  })
}

/** Deletes all data of the organization; returns whether there was any. */
const clear = (state: Mutable<State>, id: OrganizationId): boolean => {
  const key = { kind: "", key: "" }
  const work = state.work.between({ organization_id: id, ...key }, { organization_id: id + 1, ...key })
  for (const row of work) state.work = state.work.remove(row)
  const isEmpty = state.tenants.get(id) === emptyTenant && work.length === 0
  state.tenants = state.tenants.set(id, emptyTenant)
  return !isEmpty
}

export const apiKeyStore = ({ read, readState, sequence, write, writeState }: Database): ApiKeyStore["Service"] => {
  const { next: nextId } = sequence<ApiKey.ApiKeyId>("api_keys")
  return ApiKeyStore.of({
    insert: (organization_id, { access, created_at, expires_at, hash, name, prefix }) =>
      writeState((state) => {
        const tenant = state.tenants.get(organization_id)
        if (tenant === undefined) return noOrganization("ApiKeyStore.insert", organization_id)
        if (state.apiKeysByHash.get(hash) !== undefined) {
          return corrupt("ApiKeyStore.insert", "The hash is stored already")
        }
        const id = nextId()
        const unused = { last_used_at: null, revoked_at: null }
        const key = Object.freeze({ id, name, prefix, access, created_at, expires_at, ...unused })
        state.tenants = state.tenants.set(organization_id, { ...tenant, apiKeys: tenant.apiKeys.set(id, key) })
        state.apiKeysByHash = state.apiKeysByHash.set(hash, { hash, organization_id, id })
        return Exit.succeed(key)
      }),
    findByHash: (hash) =>
      readState(({ apiKeysByHash, tenants }) => {
        const found = apiKeysByHash.get(hash)
        const key = found && tenants.get(found.organization_id)?.apiKeys.get(found.id)
        return found && key ? Option.some({ organization_id: found.organization_id, key }) : Option.none()
      }),
    find: (organization_id, id) => read(organization_id, ({ apiKeys }) => Option.fromUndefinedOr(apiKeys.get(id))),
    page: (organization_id, query) => read(organization_id, ({ apiKeys }) => pageOf(apiKeys, query)),
    update: (organization_id, id, { expires_at, last_used_at, revoked_at }) =>
      write(organization_id, "ApiKeyStore.update", (tenant) => {
        const key = tenant.apiKeys.get(id)
        if (key === undefined) return Exit.succeed(Option.none())
        const isEarlier = expires_at !== undefined && (key.expires_at === null || expires_at < key.expires_at)
        const isLater = last_used_at !== undefined && (key.last_used_at === null || last_used_at > key.last_used_at)
        const changed = Object.freeze({
          ...key,
          revoked_at: key.revoked_at ?? revoked_at ?? null,
          ...(isEarlier ? { expires_at } : {}),
          ...(isLater ? { last_used_at } : {})
        })
        tenant.apiKeys = tenant.apiKeys.set(id, changed)
        return Exit.succeed(Option.some(changed))
      })
  })
}

export const sessionStore = (database: Database): SessionStore["Service"] => {
  const { read, write } = database
  return SessionStore.of({
    ...expiringStore(database, { port: "SessionStore", table: sessionTable, part: "sessions" }),
    insert: (organization_id, session) =>
      write(organization_id, "SessionStore.insert", (tenant) => {
        if (tenant.sessions.get(session.hash) !== undefined) {
          return corrupt("SessionStore.insert", "The hash is stored already")
        }
        tenant.sessions = tenant.sessions.set(session.hash, session)
        return Exit.void
      }),
    find: (organization_id, hash) =>
      read(organization_id, ({ sessions }) => Option.fromUndefinedOr(sessions.get(hash))),
    extend: (organization_id, hash, expires_at) =>
      write(organization_id, "SessionStore.extend", (tenant) => {
        const session = tenant.sessions.get(hash)
        if (session !== undefined && session.expires_at < expires_at) {
          tenant.sessions = tenant.sessions.set(hash, { ...session, expires_at })
        }
        return Exit.void
      }),
    remove: (organization_id, hash) =>
      write(organization_id, "SessionStore.remove", (tenant) => {
        const isStored = tenant.sessions.get(hash) !== undefined
        tenant.sessions = tenant.sessions.remove(hash)
        return Exit.succeed(isStored)
      })
  })
}
