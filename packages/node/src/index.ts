/** What Mailroom needs of Node beyond HTTP: `UndiciTransport.layer` is the `DeliveryTransport` of `@mailroom/core`. */
export * as UndiciTransport from "./UndiciTransport.ts"
