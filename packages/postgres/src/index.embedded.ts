/** The embedded database, for hosts without a server: `Embedded.layer`. It needs the package `@electric-sql/pglite`. */
export * as Embedded from "./Embedded.ts"
