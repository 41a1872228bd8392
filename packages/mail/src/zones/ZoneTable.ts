/** Tables of time zones: of countries, of parts of countries, of offsets from UTC, and of names that programs and people write. */

/**
 * Countries (ISO 3166) that have one time zone, or one in which nearly everybody lives, by the first part of its name. Absent
 * countries, such as US, CA, AU, BR, MX and RU, have several.
 */
export const ofCountries: Readonly<Record<string, string>> = {
  Africa: `
    AO Luanda, BF Ouagadougou, BI Bujumbura, BJ Porto-Novo, BW Gaborone, CF Bangui, CG Brazzaville, CI Abidjan, CM Douala,
    DJ Djibouti, DZ Algiers, EG Cairo, EH El_Aaiun, ER Asmara, ET Addis_Ababa, GA Libreville, GH Accra, GM Banjul,
    GN Conakry, GQ Malabo, GW Bissau, KE Nairobi, LR Monrovia, LS Maseru, LY Tripoli, MA Casablanca, ML Bamako,
    MR Nouakchott, MW Blantyre, MZ Maputo, NA Windhoek, NE Niamey, NG Lagos, RW Kigali, SD Khartoum, SL Freetown, SN Dakar,
    SO Mogadishu, SS Juba, ST Sao_Tome, SZ Mbabane, TD Ndjamena, TG Lome, TN Tunis, TZ Dar_es_Salaam, UG Kampala,
    ZA Johannesburg, ZM Lusaka, ZW Harare`,
  America: `
    AG Antigua, AI Anguilla, AR Argentina/Buenos_Aires, AW Aruba, BB Barbados, BL St_Barthelemy, BO La_Paz, BQ Kralendijk,
    BS Nassau, BZ Belize, CL Santiago, CO Bogota, CR Costa_Rica, CU Havana, CW Curacao, DM Dominica, DO Santo_Domingo,
    EC Guayaquil, GD Grenada, GF Cayenne, GL Nuuk, GP Guadeloupe, GT Guatemala, GY Guyana, HN Tegucigalpa, HT Port-au-Prince,
    JM Jamaica, KN St_Kitts, KY Cayman, LC St_Lucia, MF Marigot, MQ Martinique, MS Montserrat, NI Managua, PA Panama,
    PE Lima, PM Miquelon, PR Puerto_Rico, PY Asuncion, SR Paramaribo, SV El_Salvador, SX Lower_Princes,
    TC Grand_Turk, TT Port_of_Spain, UY Montevideo, VC St_Vincent, VE Caracas, VG Tortola, VI St_Thomas`,
  Asia: `
    AE Dubai, AF Kabul, AM Yerevan, AZ Baku, BD Dhaka, BH Bahrain, BN Brunei, BT Thimphu, CN Shanghai, CY Nicosia,
    GE Tbilisi, HK Hong_Kong, IL Jerusalem, IN Kolkata, IQ Baghdad, IR Tehran, JO Amman, JP Tokyo, KG Bishkek, KH Phnom_Penh,
    KP Pyongyang, KR Seoul, KW Kuwait, KZ Almaty, LA Vientiane, LB Beirut, LK Colombo, MM Yangon, MN Ulaanbaatar, MO Macau,
    MY Kuala_Lumpur, NP Kathmandu, OM Muscat, PH Manila, PK Karachi, PS Gaza, QA Qatar, SA Riyadh, SG Singapore, SY Damascus,
    TH Bangkok, TJ Dushanbe, TL Dili, TM Ashgabat, TW Taipei, UZ Tashkent, VN Ho_Chi_Minh, YE Aden`,
  Atlantic: `
    BM Bermuda, CV Cape_Verde, FK Stanley, FO Faroe, IS Reykjavik, SH St_Helena`,
  Europe: `
    AD Andorra, AL Tirane, AT Vienna, AX Mariehamn, BA Sarajevo, BE Brussels, BG Sofia, BY Minsk, CH Zurich, CZ Prague,
    DE Berlin, DK Copenhagen, EE Tallinn, ES Madrid, FI Helsinki, FR Paris, GB London, GG Guernsey, GI Gibraltar, GR Athens,
    HR Zagreb, HU Budapest, IE Dublin, IM Isle_of_Man, IT Rome, JE Jersey, LI Vaduz, LT Vilnius, LU Luxembourg, LV Riga,
    MC Monaco, MD Chisinau, ME Podgorica, MK Skopje, MT Malta, NL Amsterdam, NO Oslo, PL Warsaw, PT Lisbon, RO Bucharest,
    RS Belgrade, SE Stockholm, SI Ljubljana, SK Bratislava, SM San_Marino, TR Istanbul, UA Kyiv, VA Vatican, XK Belgrade`,
  Indian: `
    CC Cocos, CX Christmas, KM Comoro, MG Antananarivo, MU Mauritius, MV Maldives, RE Reunion, SC Mahe, YT Mayotte`,
  Pacific: `
    AS Pago_Pago, CK Rarotonga, FJ Fiji, GU Guam, MH Majuro, MP Saipan, NC Noumea, NF Norfolk, NR Nauru, NU Niue,
    NZ Auckland, PF Tahiti, PG Port_Moresby, PW Palau, SB Guadalcanal, TK Fakaofo, TO Tongatapu, TV Funafuti, VU Efate,
    WF Wallis, WS Apia`
}

/** Parts of countries with several time zones: the zone in which most of their people live, by zone. */
export const ofParts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: {
    "America/New_York": "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV",
    "America/Chicago": "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI",
    "America/Denver": "CO ID MT NM UT WY",
    "America/Phoenix": "AZ",
    "America/Los_Angeles": "CA NV OR WA",
    "America/Anchorage": "AK",
    "Pacific/Honolulu": "HI"
  },
  CA: {
    "America/St_Johns": "NL",
    "America/Halifax": "NB NS PE",
    "America/Toronto": "ON QC",
    "America/Winnipeg": "MB",
    "America/Regina": "SK",
    "America/Edmonton": "AB NT",
    "America/Vancouver": "BC",
    "America/Whitehorse": "YT"
  },
  AU: {
    "Australia/Sydney": "ACT NSW",
    "Australia/Melbourne": "VIC",
    "Australia/Brisbane": "QLD",
    "Australia/Hobart": "TAS",
    "Australia/Adelaide": "SA",
    "Australia/Darwin": "NT",
    "Australia/Perth": "WA"
  },
  BR: {
    "America/Sao_Paulo": "AP BA DF ES GO MA MG PA PR RJ RS SC SP TO",
    "America/Fortaleza": "AL CE PB PE PI RN SE",
    "America/Manaus": "AM RO RR",
    "America/Cuiaba": "MS MT",
    "America/Rio_Branco": "AC"
  }
}

/** The names of these parts, without case, accents, white space and signs. */
export const partNames: Readonly<Record<string, string>> = {
  US: `AL alabama, AK alaska, AZ arizona, AR arkansas, CA california, CO colorado, CT connecticut, DE delaware,
    DC districtofcolumbia, DC washingtondc, FL florida, GA georgia, HI hawaii, ID idaho, IL illinois, IN indiana, IA iowa, KS kansas,
    KY kentucky, LA louisiana, ME maine, MD maryland, MA massachusetts, MI michigan, MN minnesota, MS mississippi, MO missouri,
    MT montana, NE nebraska, NV nevada, NH newhampshire, NJ newjersey, NM newmexico, NY newyork, NC northcarolina,
    ND northdakota, OH ohio, OK oklahoma, OR oregon, PA pennsylvania, RI rhodeisland, SC southcarolina, SD southdakota,
    TN tennessee, TX texas, UT utah, VT vermont, VA virginia, WA washington, WV westvirginia, WI wisconsin, WY wyoming`,
  CA: `AB alberta, BC britishcolumbia, MB manitoba, NB newbrunswick, NL newfoundlandandlabrador, NL newfoundland, NS novascotia,
    NT northwestterritories, ON ontario, PE princeedwardisland, QC quebec, SK saskatchewan, YT yukon`,
  AU: `ACT australiancapitalterritory, NSW newsouthwales, NT northernterritory, QLD queensland, SA southaustralia, TAS tasmania,
    VIC victoria, WA westernaustralia`,
  BR: `AC acre, AL alagoas, AP amapa, AM amazonas, BA bahia, CE ceara, DF distritofederal, ES espiritosanto, GO goias,
    MA maranhao, MT matogrosso, MS matogrossodosul, MG minasgerais, PA para, PB paraiba, PR parana, PE pernambuco, PI piaui,
    RJ riodejaneiro, RN riograndedonorte, RS riograndedosul, RO rondonia, RR roraima, SC santacatarina, SP saopaulo, SE sergipe,
    TO tocantins`
}

/** Names of countries that no list of names has. */
export const countryNames: Readonly<Record<string, string>> = {
  usa: "US",
  unitedstatesofamerica: "US",
  america: "US",
  uk: "GB",
  greatbritain: "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  northernireland: "GB",
  uae: "AE",
  holland: "NL",
  korea: "KR",
  republicofkorea: "KR",
  czechrepublic: "CZ",
  turkey: "TR",
  macedonia: "MK",
  swaziland: "SZ",
  ivorycoast: "CI",
  hongkong: "HK",
  macau: "MO",
  burma: "MM",
  vietnam: "VN",
  prc: "CN",
  brd: "DE"
}

/** The zone of an offset from UTC that is not a whole number of hours, in minutes. */
export const ofOffsets: Readonly<Record<string, string>> = {
  "-570": "Pacific/Marquesas",
  "-210": "America/St_Johns",
  "210": "Asia/Tehran",
  "270": "Asia/Kabul",
  "330": "Asia/Kolkata",
  "345": "Asia/Kathmandu",
  "390": "Asia/Yangon",
  "525": "Australia/Eucla",
  "570": "Australia/Darwin",
  "630": "Australia/Lord_Howe",
  "765": "Pacific/Chatham"
}

/** Abbreviations, and names of Windows and Outlook, without case, white space and signs. */
const names = `
  America/New_York: et est edt eastern easterntime easterntimeuscanada easternstandardtime easterndaylighttime useasternstandardtime;
  America/Chicago: ct cst cdt central centraltime centraltimeuscanada centralstandardtime centraldaylighttime;
  America/Denver: mt mst mdt mountain mountaintime mountaintimeuscanada mountainstandardtime mountaindaylighttime;
  America/Phoenix: arizona usmountainstandardtime;
  America/Los_Angeles: pt pst pdt pacific pacifictime pacifictimeuscanada pacificstandardtime pacificdaylighttime;
  America/Anchorage: akst akdt alaska alaskanstandardtime; Pacific/Honolulu: hst hawaii hawaiianstandardtime;
  America/Halifax: ast adt atlanticstandardtime atlantictimecanada; America/St_Johns: nst ndt newfoundlandstandardtime newfoundland;
  America/Sao_Paulo: brt brasilia esouthamericastandardtime; America/Argentina/Buenos_Aires: argentinastandardtime buenosaires;
  America/Mexico_City: centralstandardtimemexico mexicocity; America/Bogota: sapacificstandardtime;
  Europe/London: bst gmtstandardtime london edinburgh dublin; Europe/Lisbon: wet west;
  Europe/Berlin: cet cest mez mesz weuropestandardtime amsterdamberlinbernromestockholmvienna;
  Europe/Paris: romancestandardtime brusselscopenhagenmadridparis; Europe/Budapest: centraleuropestandardtime;
  Europe/Warsaw: centraleuropeanstandardtime; Europe/Athens: eet eest gtbstandardtime; Europe/Helsinki: flestandardtime;
  Europe/Istanbul: turkeystandardtime; Europe/Moscow: msk russianstandardtime moscow; Asia/Jerusalem: israelstandardtime;
  Africa/Johannesburg: sast southafricastandardtime; Africa/Cairo: egyptstandardtime; Africa/Lagos: wat wcentralafricastandardtime;
  Africa/Nairobi: eat eafricastandardtime; Asia/Dubai: gst arabianstandardtime; Asia/Riyadh: arabstandardtime;
  Asia/Karachi: pkt pakistanstandardtime; Asia/Kolkata: ist indiastandardtime mumbai newdelhi; Asia/Kathmandu: nepalstandardtime;
  Asia/Bangkok: ict seasiastandardtime; Asia/Singapore: sgt singaporestandardtime; Asia/Hong_Kong: hkt;
  Asia/Shanghai: chinastandardtime beijing; Asia/Taipei: taipeistandardtime; Asia/Manila: pht; Asia/Jakarta: wib;
  Asia/Seoul: kst koreastandardtime; Asia/Tokyo: jst tokyostandardtime; Australia/Perth: awst waustraliastandardtime;
  Australia/Adelaide: acst acdt cenaustraliastandardtime; Australia/Darwin: auscentralstandardtime;
  Australia/Brisbane: eaustraliastandardtime; Australia/Sydney: aest aedt auseasternstandardtime;
  Australia/Lord_Howe: lordhowestandardtime; Pacific/Auckland: nzst nzdt newzealandstandardtime;
  Pacific/Chatham: chathamislandsstandardtime`

/** The zone with each of these names. */
export const ofNames: ReadonlyMap<string, string> = new Map(
  names.split(";").flatMap((line) => {
    const [zone = "", list = ""] = line.trim().split(": ")
    return list.split(" ").map((name) => [name, zone] as const)
  })
)
