/** Organizations and API keys. */
import { type ApiKey, ApiKeyStore, type OrganizationId, OrganizationStore } from "@mailroom/core"
import { Effect, Exit, Option } from "effect"
import { corrupt, type Database, sequence } from "./internal/Database.ts"
import { emptyTenant } from "./internal/State.ts"

export const organizationStore = ({ readState, writeState }: Database): OrganizationStore["Service"] => {
  const nextId = sequence<OrganizationId>()
  return OrganizationStore.of({
    insert: ({ created_at, name }) =>
      writeState((state) => {
        const organization = Object.freeze({ id: nextId(), name, created_at })
        state.organizations = state.organizations.set(organization.id, organization)
        state.tenants = state.tenants.set(organization.id, emptyTenant)
        return Exit.succeed(organization)
      }),
    find: (id) => readState(({ organizations }) => Option.fromUndefinedOr(organizations.get(id))),
    list: readState(({ organizations }) => [...organizations.values()]),
    unreachable: Effect.succeed([])
  })
}

export const apiKeyStore = ({ read, readState, write, writeState }: Database): ApiKeyStore["Service"] => {
  const nextId = sequence<ApiKey.ApiKeyId>()
  /** The key after `f`, if there is one. */
  const change = (
    organization_id: OrganizationId,
    operation: string,
    id: ApiKey.ApiKeyId,
    f: (key: ApiKey.ApiKey) => ApiKey.ApiKey
  ) =>
    write(organization_id, operation, (tenant) => {
      const key = tenant.apiKeys.get(id)
      if (key === undefined) return Exit.succeed(Option.none())
      const changed = Object.freeze(f(key))
      tenant.apiKeys = tenant.apiKeys.set(id, changed)
      return Exit.succeed(Option.some(changed))
    })

  return ApiKeyStore.of({
    insert: (organization_id, { access, created_at, expires_at, hash, name, prefix }) =>
      writeState((state) => {
        const tenant = state.tenants.get(organization_id)
        if (tenant === undefined || state.apiKeysByHash.get(hash) !== undefined) {
          return corrupt("ApiKeyStore.insert", "The organization does not exist, or the hash is stored already")
        }
        const id = nextId()
        const unused = { last_used_at: null, revoked_at: null }
        const key = Object.freeze({ id, name, prefix, access, created_at, expires_at, ...unused })
        state.tenants = state.tenants.set(organization_id, { ...tenant, apiKeys: tenant.apiKeys.set(id, key) })
        state.apiKeysByHash = state.apiKeysByHash.set(hash, { organization_id, id })
        return Exit.succeed(key)
      }),
    findByHash: (hash) =>
      readState(({ apiKeysByHash, tenants }) => {
        const found = apiKeysByHash.get(hash)
        const key = found && tenants.get(found.organization_id)?.apiKeys.get(found.id)
        return found && key ? Option.some({ organization_id: found.organization_id, key }) : Option.none()
      }),
    list: (organization_id) => read(organization_id, ({ apiKeys }) => [...apiKeys.values()]),
    page: (organization_id, { limit, offset }) =>
      read(organization_id, ({ apiKeys }) => ({ total: apiKeys.size, data: apiKeys.slice(offset, offset + limit) })),
    revoke: (organization_id, id, at) =>
      change(organization_id, "ApiKeyStore.revoke", id, (key) => ({ ...key, revoked_at: key.revoked_at ?? at })),
    expire: (organization_id, id, at) =>
      change(organization_id, "ApiKeyStore.expire", id, (key) =>
        key.expires_at !== null && key.expires_at <= at ? key : { ...key, expires_at: at }
      ),
    touch: (organization_id, id, at) =>
      Effect.asVoid(
        change(organization_id, "ApiKeyStore.touch", id, (key) =>
          key.last_used_at !== null && key.last_used_at >= at ? key : { ...key, last_used_at: at }
        )
      )
  })
}
