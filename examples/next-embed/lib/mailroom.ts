/** Mailroom for all routes and pages of the app. */
import { createMailroom, type Mailroom } from "@mailroom/node"
import pg from "pg"
import { tenantOf } from "./session"

// #region mailroom
const start = () =>
  createMailroom({
    database: new pg.Pool({ connectionString: process.env["DATABASE_URL"] }),
    migrate: true,
    publicUrl: "http://localhost:3000/mailroom",
    authenticate: async (request) => {
      const organization_id = await organizationOf(request.headers.get("cookie"))
      return organization_id === null ? null : { organization_id, access: "full" }
    }
  })

/** One for the whole process: Next loads this module several times, and in development again after each change. */
const kept = globalThis as { mailroom?: Promise<Mailroom> | undefined }

/** Starts with the first request: `next build` also loads this module, without a database. */
export const mailroom = (): Promise<Mailroom> =>
  (kept.mailroom ??= start().catch((error: unknown) => {
    // The next request tries again.
    kept.mailroom = undefined
    throw error
  }))
// #endregion mailroom

/** The organization of the app's tenant, or `null` for a visitor. */
export const organizationOf = async (cookie: string | null): Promise<number | null> => {
  const tenant = tenantOf(cookie)
  if (tenant === null) return null
  const { organizations } = await mailroom()
  return (await organizations.ensure({ external_id: tenant, name: tenant })).id
}
