/** Which versions of Node this release runs on: `engines` of the package. npm only warns of another one. */
const minimum = { major: 22, minor: 19 }

/** What is wrong with the version of the process, if anything. Bun and Deno have versions of their own. */
export const unsupportedNode = ({ bun, deno, node }: NodeJS.ProcessVersions): string | undefined => {
  if (bun !== undefined || deno !== undefined) return undefined
  const [major = 0, minor = 0] = node.split(".").map(Number)
  if (major > minimum.major || (major === minimum.major && minor >= minimum.minor)) return undefined
  return `Node ${minimum.major}.${minimum.minor} or later is needed, and this is ${node}`
}
