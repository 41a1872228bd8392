/**
 * The contract of the links in mails by which opens and clicks are counted: for the programs of recipients. It is not in the
 * OpenAPI document, because programs of customers do not call it, and needs no key.
 */
import { clickPath, openPath } from "@mailroom/core"

/** An image: always the same. */
export const openRoute = { path: `${openPath}/:file`, methods: ["GET"] } as const

/** A redirection to a link of the mail. */
export const clickRoute = { path: `${clickPath}/:token`, methods: ["GET"] } as const

export const routes = [openRoute, clickRoute]

/** The end of the path of an image, behind its token. */
export const extension = ".gif"
