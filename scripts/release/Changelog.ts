/** The changelog: a release gives the section of unreleased changes its version and its date. */

const head = "## Unreleased\n"

/** The changelog with a section for the release, and the text of that section. Fails when nothing is unreleased. */
export const cut = (
  changelog: string,
  version: string,
  date: string
): { readonly changelog: string; readonly notes: string } => {
  const start = changelog.indexOf(head)
  if (start === -1) throw new Error("CHANGELOG.md has no section Unreleased")
  if (changelog.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has a section ${version} already`)
  const rest = changelog.slice(start + head.length)
  const end = /^## /mu.exec(rest)?.index ?? rest.length
  const notes = rest.slice(0, end).trim()
  if (notes === "") throw new Error("CHANGELOG.md names no unreleased change")
  return {
    changelog: `${changelog.slice(0, start)}${head}\n## ${version} (${date})\n${rest}`,
    notes
  }
}
