/** Conversations in other languages, also from right to left, with leads who have names to match. */
import { type Conversation, inTurn, type Who } from "./Conversation.ts"

const who = (first_name: string, last_name: string, email: string, company: string, city: string): Who => ({
  email,
  first_name,
  last_name,
  company,
  city
})

export const abroad: ReadonlyArray<Conversation> = [
  {
    campaign: 0,
    lead: 4,
    who: who("Jürgen", "Weißmüller", "j.weissmueller@zahnarzt-lindenhof.example", "Zahnarztpraxis Lindenhof", "Köln"),
    daysAgo: 1.8,
    tag: "Interested",
    answers: inTurn(
      6,
      "Guten Tag Frau Lindqvist,\n\ndas klingt gut, aber unsere Patienten sind im Schnitt 67 Jahre alt. Geht die Erinnerung auch per Anruf?\n\nMit freundlichen Grüßen\nJürgen Weißmüller",
      "Guten Tag Herr Weißmüller,\n\nja: Eine freundliche Stimme ruft am Vortag an, und ein Tastendruck genügt zum Absagen.\n\nViele Grüße\nMaya Lindqvist",
      "Eine Stimme, die freundlicher ist als ich am Montag? Dann zeigen Sie mir das bitte. Donnerstag ab 14 Uhr."
    )
  },
  {
    campaign: 0,
    lead: 9,
    who: who("Annegret", "Öztürk", "a.oeztuerk@kinderarzt-am-wall.example", "Kinderarzt am Wall", "Bremen"),
    daysAgo: 0.5,
    answers: inTurn(
      8,
      "Bei uns fehlen vor allem die Geschwister: Ein Kind kommt, das andere schläft. Kann man zwei Termine auf einmal verschieben?"
    )
  },
  {
    campaign: 0,
    lead: 10,
    who: who("Hélène", "Garnier", "h.garnier@cabinet-des-tilleuls.example", "Cabinet des Tilleuls", "Nantes"),
    daysAgo: 2.5,
    tag: "Interested",
    answers: inTurn(
      11,
      "Bonjour Maya,\n\nvotre message tombe bien : nous avons perdu onze rendez-vous cette semaine. Où sont hébergées les données ?\n\nBien à vous,\nHélène Garnier",
      "Bonjour Hélène,\n\nen Europe, chez deux hébergeurs, et jamais ailleurs. Je vous envoie les deux pages qui l'expliquent.\n\nMaya",
      "Merci, c'est très clair. Je les transmets à notre associé, qui aime les petits caractères."
    )
  },
  {
    campaign: 1,
    lead: 7,
    who: who("Étienne", "Bissonnette", "etienne@atelier-bissonnette.example", "Atelier Bissonnette", "Montréal"),
    daysAgo: 4.4,
    tag: "Not interested",
    seen: true,
    done: true,
    answers: inTurn(14, "Merci, mais je travaille seul, et je sais toujours où je suis. Bonne continuation !")
  },
  {
    campaign: 1,
    lead: 10,
    who: who("花子", "山口", "h.yamaguchi@aozora-studio.example", "青空スタジオ", "横浜"),
    daysAgo: 2.9,
    answers: inTurn(
      10,
      "お世話になっております。青空スタジオの山口です。\n\n予約表のご案内をありがとうございます。日本語の画面はありますか。料金表もいただけますと幸いです。\n\nよろしくお願いいたします。"
    )
  },
  {
    campaign: 0,
    lead: 13,
    who: who("ليلى", "الحداد", "layla@noor-clinic.example", "عيادة النور", "عمّان"),
    daysAgo: 3.1,
    tag: "Interested",
    answers: inTurn(
      9,
      "مرحباً مايا،\n\nشكراً على رسالتك. هل تصل التذكيرات إلى المرضى باللغة العربية؟ وهل يمكن الرد عليها برسالة قصيرة؟\n\nمع أطيب التحيات،\nليلى الحداد"
    )
  },
  {
    campaign: 3,
    lead: 7,
    who: who("Lucía", "Peñalver", "lucia@fisio-alameda.example", "Fisioterapia Alameda", "Málaga"),
    daysAgo: 6.6,
    tag: "Meeting booked",
    seen: true,
    answers: inTurn(
      7,
      "¡Hola! ¿Queda algún sitio para el taller? Somos tres, y uno hace muchas preguntas.",
      "¡Hola, Lucía! Quedan cuatro. Las preguntas son lo mejor del taller.",
      "Entonces tres sitios, por favor. Nos vemos el viernes."
    )
  },
  {
    campaign: 3,
    lead: 14,
    who: who("Michał", "Żurawski", "m.zurawski@gabinet-pod-lipami.example", "Gabinet pod Lipami", "Gdańsk"),
    daysAgo: 3.8,
    answers: inTurn(
      13,
      "Dzień dobry, czy notatki z warsztatu będą dostępne także po polsku? Chętnie pomogę w tłumaczeniu."
    )
  },
  {
    campaign: 1,
    lead: 19,
    who: who("Giulia", "Ferrero", "giulia@danza-porta-nuova.example", "Danza Porta Nuova", "Torino"),
    daysAgo: 0.4,
    answers: inTurn(
      6,
      "Buongiorno! Abbiamo due sale e nove insegnanti. Il calendario avvisa anche chi arriva sempre tardi?"
    )
  },
  {
    campaign: 3,
    lead: 30,
    who: who("דנה", "אלמוג", "dana@almog-optics.example", "אופטיקה אלמוג", "חיפה"),
    daysAgo: 5.7,
    tag: "Later",
    seen: true,
    answers: inTurn(15, "תודה על ההזמנה. החודש אנחנו עוברים לחנות חדשה, אפשר לדבר שוב בעוד חודש?")
  }
]
