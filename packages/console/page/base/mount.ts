/**
 * The URL at which Mailroom is mounted, with a slash at its end. The page is at `console` below it, so no path is
 * configured anywhere.
 */
export const base: string = new URL(".", location.href).href
