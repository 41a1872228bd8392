/**
 * Names of functions before the `@`, as of 2026-11-28: the names of RFC 2142, and the usual ones of companies. An own list of
 * facts, which is kept by hand.
 */
export const roleNames: ReadonlySet<string> = new Set(
  `abuse accounting accounts admin administration administrator billing booking bookings board careers ceo cfo compliance
  contact contactus contacts cs customercare customerservice customersupport cto data dataprotection delivery desk dev
  director dns donotreply dpo editor editorial enquire enquiries enquiry events everyone export feedback finance frontdesk
  ftp general hello help helpdesk hi hostmaster hr info inquiries inquiry invoice invoices invoicing it jobs
  legal list logistics mail mailbox mailerdaemon mailer-daemon management manager marketing media news newsletter no-reply
  noc noreply office operations order orders partner partners payroll postmaster press privacy procurement purchasing
  reception recruiting recruitment registrar reservations root sales security service services shop spam staff subscribe
  support sysadmin team tech technical usenet uucp vendor web webadmin webmaster www
  anfrage anfragen bestellung bewerbung buchhaltung buero datenschutz einkauf empfang geschaeftsfuehrung kontakt kundendienst
  kundenservice personal rechnung rechnungen sekretariat verkauf vertrieb verwaltung zentrale
  accueil achats commande commandes commercial comptabilite compta direction facturation recrutement secretariat
  administracion compras contabilidad contacto facturacion informacion pedidos recepcion rrhh ventas
  acquisti amministrazione commerciale contatti direzione fatturazione ordini segreteria ufficio vendite
  administratie boekhouding inkoop klantenservice receptie verkoop
  biuro kontakty sekretariat sprzedaz zamowienia
  comercial contato contabilidade financeiro vendas`.split(/\s+/u)
)
