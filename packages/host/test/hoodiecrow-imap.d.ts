/** The part of `hoodiecrow-imap` that the tests use. */
declare module "hoodiecrow-imap" {
  const hoodiecrow: (options: object) => any
  export default hoodiecrow
}
