/** The German texts of sending. */
import type { texts as english } from "./texts.ts"

export const texts: typeof english = {
  reasons: {
    lead_missing: "Den Lead gibt es nicht mehr",
    lead_stopped: "Der Lead ist gestoppt",
    blacklisted: "Die Adresse ist auf der Sperrliste",
    campaign_not_active: "Die Kampagne ist nicht aktiv",
    account_disabled: "Das Senden ist ausgeschaltet",
    account_failing: "Der letzte Versuch schlug fehl",
    account_not_connected: "Das Konto ist nicht verbunden",
    address_invalid: "Die Adresse ist ungültig",
    verification_required: "Die Adresse ist nicht so geprüft, wie es die Kampagne verlangt",
    lead_paused: "Pausiert",
    other_campaign: "Eine andere Kampagne schreibt dieser Person",
    no_step: "Kein Schritt ist übrig",
    waits_for_condition: "Wartet auf die Bedingung des nächsten Schritts",
    missing_variable: "Ein Wert fehlt",
    outside_window: "Außerhalb des Versandfensters",
    limit_reached: "Das heutige Limit ist erreicht",
    domain_limit: "Die Firma hat heute genug Mails bekommen",
    pace: "Wartet auf den Abstand zur letzten Mail",
    inbox_behind: "Wartet, bis der Posteingang gelesen ist",
    outcome_unknown: "Das Ergebnis der vorigen Mail ist unbekannt"
  },
  stops: {
    manual: "Von Hand gestoppt",
    reply: "Gestoppt: geantwortet",
    bounce: "Gestoppt: unzustellbar",
    unsubscribe: "Gestoppt: abgemeldet",
    complaint: "Gestoppt: Beschwerde",
    blacklist: "Gestoppt: Sperrliste",
    colleague: "Gestoppt: Kollege hat geantwortet",
    moved: "Gestoppt: in eine andere Kampagne verschoben"
  },
  pausedUntil: { person: (day) => `Pausiert bis ${day}`, auto_reply: (day) => `Abwesend bis ${day}` },
  waitsFor: (position, day, clicks) =>
    `Erhält Schritt ${position} am ${day} nur, wenn er ${clicks ? "klickt" : "öffnet"}`,
  otherCampaign: (name) => `${name} schreibt dieser Person`,
  removedLead: "Ein gelöschter Lead",
  pauseUntil: "Pausieren bis …",
  changePause: "Pause ändern …",
  pauseDay: "Mails gehen wieder raus am",
  pauseHelp: "Der nächste Schritt geht dann raus, oder später, wenn er später fällig ist.",
  pause: "Pausieren",
  endPause: "Pause jetzt beenden",
  paused: "Pausiert",
  pauseEnded: "Die Pause ist beendet",
  notPaused: (reason) => `Nicht pausiert: ${reason}`,
  close: "Abbrechen",
  taggedBy: {
    rule: "durch die Regeln",
    function: "durch Ihre App",
    model: "durch ein Modell",
    person: "durch eine Person"
  },
  nextStep: (position) => `Als Nächstes Schritt ${position}, sobald die Konten Platz haben`,
  nextStepAt: (position, at) => `Als Nächstes Schritt ${position}: ab ${at}`,
  sending: "An",
  blocked: {
    manual: "Auf der Sperrliste",
    bounce: "Unzustellbar: auf der Sperrliste",
    unsubscribe: "Abgemeldet: auf der Sperrliste",
    complaint: "Beschwerde: auf der Sperrliste"
  },
  alsoInTheWay: "Steht außerdem im Weg",
  toMail: "Zur Mail",
  toAccounts: "Konten",
  toCampaign: "Kampagne",
  resumeTitle: "Senden fortsetzen?",
  wasStopped: (email: string, reason: string) => `${email} · ${reason}`,
  staysInTheWay: (blocked: number, all: number) =>
    all === 1
      ? "Der Lead bekommt trotzdem keine Mail. Im Weg bleibt:"
      : `${blocked} von ${all} Leads bekommen trotzdem keine Mail. Im Weg bleibt:`,
  keepStopped: "Gestoppt lassen",
  resume: "Senden fortsetzen",
  events: {
    sent: "Gesendet",
    delivered: "Zugestellt",
    opened: "Geöffnet",
    machine_opened: "Maschinell geöffnet",
    clicked: "Angeklickt",
    replied: "Geantwortet",
    auto_replied: "Automatisch geantwortet",
    bounced: "Unzustellbar",
    soft_bounced: "Vorerst unzustellbar",
    unsubscribed: "Abgemeldet",
    complained: "Beschwerde"
  }
}
