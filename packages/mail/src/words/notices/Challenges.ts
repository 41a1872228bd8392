/** Subjects of filters, as data. */

interface Challenge {
  readonly pattern: string
  /** The filter that writes it. */
  readonly source: string
}

/** Subjects with the name or the token of a filter that asks the sender of a mail to prove that a person wrote it. */
export const challenges: ReadonlyArray<Challenge> = [
  { pattern: "\\bverify#[\\w-]{6,}", source: "BoxTrapper of cPanel" },
  { pattern: "^(?:spam ?arrest|boxtrapper|choicemail|tmda)\\b", source: "the programs, by name" }
]

/** Subjects with which filters ask the same. People write them, too, so they count only in the mail of a machine. */
export const possibleChallenges: ReadonlyArray<Challenge> = [
  {
    pattern:
      "^(?:your |this )?(?:e ?mail|message|mail)s? (?:to \\S+ )?(?:requires?|needs?|awaits?|awaiting|is waiting for) (?:\\S+ )?(?:verification|confirmation|authentication|approval|to be (?:verified|confirmed))",
    source: "BoxTrapper, MailCleaner, TMDA"
  },
  {
    pattern:
      "^(?:action required: ?)?(?:please )?(?:verify|confirm|authenticate|approve) (?:that you (?:are|sent)|your (?:e ?mail|message|mail|identity|address|delivery))",
    source: "TMDA, Spam Arrest, Earthlink"
  },
  {
    pattern:
      "^(?:sender|e ?mail|mail|message) (?:address )?(?:verification|confirmation|authentication) (?:required|needed|request)",
    source: "Spam Arrest, ChoiceMail"
  },
  { pattern: "^(?:confirmation|verification) (?:required|needed|request)\\b", source: "TMDA, qconfirm" },
  {
    pattern:
      "^(?:bitte )?bestatigen sie (?:bitte )?(?:ihre |den versand |dass )|^ihre (?:e ?mail|nachricht) (?:muss|wartet)",
    source: "filters, in German"
  },
  {
    pattern:
      "^(?:demande d'|demande de )?authentification (?:requise|de votre|necessaire)|^votre (?:message|e ?mail|courriel|mail) (?:est )?(?:en attente|doit etre|necessite)",
    source: "Mailinblack, in French"
  },
  {
    pattern: "^(?:confirme|confirmar|verifique) su (?:correo|mensaje)|^su (?:correo|mensaje) (?:requiere|necesita)",
    source: "filters, in Spanish"
  },
  {
    pattern:
      "^(?:conferm[ai]|verific[ah]i?) (?:il|la) (?:suo|tuo|sua|tua)|^il (?:suo|tuo) messaggio (?:richiede|e in attesa)",
    source: "filters, in Italian"
  }
]
