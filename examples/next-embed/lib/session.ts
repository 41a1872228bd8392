/** Stands for the sessions of the app: the tenant of a cookie, by the app's own id. */
export const tenantOf = (cookie: string | null): string | null =>
  cookie?.split("; ").includes("session=ada") ? "acme" : null
