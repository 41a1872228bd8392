/**
 * Words with which mail systems say that a mailbox does not exist, by language. People who know a language can add words:
 *
 * - Write them as usual, in lower case. Accents do not matter, `ä` is also `ae`, and `*` stands for any ending.
 * - `mailbox`: what a mailbox and its owner are called.
 * - `gone`: the words after that. A name or an address may stand between.
 * - `no`: the words before that, such as "unknown".
 *
 * Words that are only right for a while belong into `PassingWords.ts`.
 */
export interface MailboxWords {
  /** ISO 639-1. */
  readonly language: string
  readonly mailbox: ReadonlyArray<string>
  readonly gone: ReadonlyArray<string>
  readonly no: ReadonlyArray<string>
  /** The language writes no spaces between words, or joins short words to the next one. */
  readonly isJoined?: true
}

export const mailboxWords: ReadonlyArray<MailboxWords> = [
  {
    language: "ar",
    isJoined: true,
    mailbox: ["المستخدم", "المستلم", "صندوق البريد", "العنوان", "الحساب"],
    gone: ["غير موجود", "غير معروف", "لا يوجد", "تم حذف", "محذوف"],
    no: ["لا يوجد", "لم يتم العثور على"]
  },
  {
    language: "bg",
    mailbox: ["потребител*", "получател*", "кути*", "адрес*", "акаунт*"],
    gone: ["не съществува", "неизвестен", "неизвестна", "изтрит", "изтрита", "не е намерен", "не е намерена"],
    no: ["няма такъв", "няма такава", "неизвестен", "несъществуващ*"]
  },
  {
    language: "ca",
    mailbox: ["usuari*", "destinatari*", "bústia", "compte", "adreça"],
    gone: ["no existeix", "desconegut", "desconeguda", "inexistent", "eliminat", "eliminada", "no s'ha trobat"],
    no: ["no existeix", "desconegut"]
  },
  {
    language: "cs",
    mailbox: ["uživatel*", "schránk*", "adres*", "příjemc*", "účet", "účtu"],
    gone: [
      "neexistuj*",
      "nenalezen*",
      "nebyl* nalezen*",
      "nebyl* zjištěn*",
      "smazán*",
      "smazan*",
      "vymazán*",
      "vymazan*",
      "zrušen*",
      "odstraněn*",
      "není používán*",
      "se již nepoužívá",
      "již nepracuje",
      "neznámý",
      "neznámá"
    ],
    no: ["neznám*", "neexistujíc*", "žádný takový", "žádná taková", "takový", "taková"]
  },
  {
    language: "da",
    mailbox: ["bruger*", "modtager*", "adresse*", "postkasse*", "konto*", "mailboks*"],
    gone: [
      "findes ikke",
      "eksisterer ikke",
      "ukendt",
      "slettet",
      "nedlagt",
      "fjernet",
      "ikke fundet",
      "ikke i brug",
      "ikke længere i brug",
      "bruges ikke længere",
      "fratrådt",
      "har forladt"
    ],
    no: ["ukendt", "ingen"]
  },
  {
    language: "de",
    mailbox: [
      "nutzer*",
      "benutzer*",
      "empfänger*",
      "adresse*",
      "mailadresse*",
      "e-mail-adresse*",
      "emailadresse*",
      "postfach*",
      "mailbox*",
      "konto",
      "mailkonto",
      "e-mail-konto",
      "benutzerkonto",
      "mitarbeiter*"
    ],
    gone: [
      "unbekannt",
      "existiert nicht",
      "existiert nicht mehr",
      "existiert hier nicht",
      "nicht bekannt",
      "nicht gefunden",
      "nicht vorhanden",
      "nicht existent",
      "gibt es nicht",
      "gibt es hier nicht",
      "gibt es nicht mehr",
      "gelöscht",
      "entfernt",
      "aufgelöst",
      "ungültig",
      "nicht mehr verwendet",
      "nicht mehr genutzt",
      "nicht mehr benutzt",
      "nicht mehr in gebrauch",
      "nicht mehr in benutzung",
      "nicht mehr in verwendung",
      "nicht mehr gültig",
      "nicht mehr bei uns",
      "nicht mehr tätig",
      "nicht mehr für uns tätig",
      "ausgeschieden",
      "verlassen"
    ],
    no: ["unbekannte*", "ungültige*", "kein*", "keine solche*", "kein solche*", "kein derartige*", "gelöschte*"]
  },
  {
    language: "el",
    mailbox: ["χρήστη*", "παραλήπτη*", "διεύθυνση*", "γραμματοκιβώτιο", "λογαριασμό*"],
    gone: ["δεν υπάρχει", "δεν βρέθηκε", "διαγράφηκε", "έχει διαγραφεί", "δεν χρησιμοποιείται", "άγνωστη"],
    no: ["άγνωστο*", "άγνωστη", "δεν υπάρχει", "ανύπαρκτο*"]
  },
  {
    language: "en",
    mailbox: [
      "user",
      "user id",
      "userid",
      "username",
      "recipient",
      "addressee",
      "mailbox",
      "mail-box",
      "mail box",
      "inbox",
      "account",
      "alias",
      "address",
      "person",
      "employee",
      "customer",
      "contact"
    ],
    gone: [
      "has been deleted",
      "was deleted",
      "is deleted",
      "deleted from",
      "has been removed",
      "was removed",
      "has been closed permanently",
      "has been retired",
      "has been terminated",
      "permanently deleted",
      "permanently removed",
      "permanently closed",
      "has left",
      "left the company",
      "left the organization",
      "left the organisation",
      "left our company",
      "is gone",
      "no longer exists",
      "no longer exist",
      "no longer works",
      "no longer working",
      "no longer employed",
      "no longer in use",
      "no longer in service",
      "no longer used",
      "no longer here",
      "no longer valid",
      "not in use",
      "not in use anymore",
      "not used any more",
      "does not work here",
      "doesn't work here",
      "does not live here"
    ],
    no: ["no such", "no", "there is no", "deleted", "nonexistent", "non-existing"]
  },
  {
    language: "es",
    mailbox: ["usuari*", "destinatari*", "buzón", "cuenta", "dirección", "casilla", "correo", "emplead*"],
    gone: [
      "no existe",
      "ya no existe",
      "no existen",
      "inexistente",
      "desconocid*",
      "no encontrad*",
      "no se encuentra",
      "no se encontró",
      "no fue encontrad*",
      "no ha sido encontrad*",
      "inválid*",
      "eliminad*",
      "borrad*",
      "suprimid*",
      "dad* de baja",
      "no está en uso",
      "ya no está en uso",
      "ya no se usa",
      "ya no se utiliza",
      "ya no trabaja",
      "dejó la empresa",
      "ha dejado la empresa"
    ],
    no: [
      "no existe",
      "no existe el",
      "no existe la",
      "no existe ese",
      "no existe esa",
      "no existe ningún",
      "no hay ningún",
      "no hay tal",
      "inexistente"
    ]
  },
  {
    language: "et",
    mailbox: ["kasutaja*", "saaja*", "postkast*", "aadress*", "konto*"],
    gone: ["ei eksisteeri", "puudub", "ei leitud", "kustutatud", "tundmatu", "ei ole olemas"],
    no: ["tundmatu", "puudub"]
  },
  {
    language: "fa",
    isJoined: true,
    mailbox: ["کاربر", "گیرنده", "صندوق پستی", "آدرس", "حساب"],
    gone: ["وجود ندارد", "یافت نشد", "حذف شده", "ناشناس"],
    no: []
  },
  {
    language: "fi",
    mailbox: ["käyttäjä*", "vastaanottaja*", "postilaatik*", "sähköpostilaatik*", "osoit*", "tili", "tiliä"],
    gone: [
      "ei ole olemassa",
      "ei ole enää olemassa",
      "ei ole enää käytössä",
      "ei ole käytössä",
      "ei enää käytössä",
      "ei löydy",
      "ei löytynyt",
      "poistettu",
      "lakkautettu",
      "tuntematon"
    ],
    no: ["tuntematon", "ei ole"]
  },
  {
    language: "fr",
    mailbox: [
      "utilisateur",
      "utilisatrice",
      "destinataire*",
      "boîte",
      "boite",
      "bal",
      "compte",
      "adresse",
      "abonné",
      "collaborateur",
      "collaboratrice",
      "personne"
    ],
    gone: [
      "n'existe pas",
      "n'existe plus",
      "inconnu",
      "inconnue",
      "inexistant",
      "inexistante",
      "introuvable",
      "invalide",
      "non trouvé",
      "non trouvée",
      "supprimé",
      "supprimée",
      "effacé",
      "effacée",
      "clôturé",
      "clôturée",
      "n'est plus utilisé",
      "n'est plus utilisée",
      "n'est plus en service",
      "n'est plus valide",
      "n'est pas utilisé",
      "n'est pas utilisée",
      "n'a pas été trouvé",
      "n'a pas été trouvée",
      "ne travaille plus",
      "ne fait plus partie",
      "a quitté"
    ],
    no: ["aucun", "aucune", "aucun tel", "pas d'", "pas de"]
  },
  {
    language: "he",
    isJoined: true,
    mailbox: ["המשתמש", "הנמען", "התיבה", "תיבת הדואר", "הכתובת", "החשבון"],
    gone: ["לא קיים", "לא קיימת", "אינו קיים", "אינה קיימת", "לא נמצא", "נמחק"],
    no: []
  },
  {
    language: "hi",
    isJoined: true,
    mailbox: ["उपयोगकर्ता", "प्राप्तकर्ता", "मेलबॉक्स", "पता", "खाता"],
    gone: ["मौजूद नहीं", "नहीं मिला", "हटा दिया"],
    no: []
  },
  {
    language: "hr",
    mailbox: [
      "korisni*",
      "primatelj*",
      "primalac",
      "sandučić",
      "adres*",
      "račun*",
      "nalog*",
      "uporabni*",
      "prejemni*",
      "predal*",
      "naslov*"
    ],
    gone: [
      "ne postoji",
      "ne obstaja",
      "nepoznat",
      "nepoznata",
      "neznan",
      "izbrisan",
      "izbrisana",
      "obrisan",
      "obrisana",
      "uklonjen",
      "uklonjena",
      "nije pronađen",
      "nije pronađena",
      "ni bil najden",
      "nije u upotrebi",
      "ni več v uporabi"
    ],
    no: ["nepoznat*", "neznan*", "nepostojeć*", "nema tog", "nema takvog"]
  },
  {
    language: "hu",
    mailbox: ["felhasználó*", "címzett*", "postafiók*", "postaláda", "fiók*", "cím"],
    gone: [
      "nem létezik",
      "nem található",
      "nem ismert",
      "ismeretlen",
      "megszűnt",
      "törölve",
      "törölték",
      "törlésre került",
      "már nem létezik",
      "már nincs használatban",
      "nincs használatban",
      "már nem dolgozik"
    ],
    no: ["nincs ilyen", "ismeretlen", "nem létező", "törölt"]
  },
  {
    language: "id",
    mailbox: ["pengguna", "penerima", "kotak surat", "alamat", "akun", "akaun"],
    gone: [
      "tidak ada",
      "tidak ditemukan",
      "tidak dikenal",
      "tidak wujud",
      "telah dihapus",
      "sudah dihapus",
      "tidak digunakan lagi"
    ],
    no: ["tidak ada", "tidak dikenal"]
  },
  {
    language: "is",
    mailbox: ["notandi*", "viðtakandi", "pósthólf*", "netfang*"],
    gone: ["er ekki til", "fannst ekki", "óþekkt*", "eytt"],
    no: ["óþekkt*"]
  },
  {
    language: "it",
    mailbox: ["casella", "utente", "destinatari*", "destin", "indirizzo", "account", "utenza", "mailbox", "dipendente"],
    gone: [
      "non esiste",
      "non esiste più",
      "inesistente",
      "sconosciut*",
      "non trovat*",
      "non è stat* trovat*",
      "non valid*",
      "rimoss*",
      "eliminat*",
      "cancellat*",
      "soppress*",
      "dismess*",
      "non è più in uso",
      "non più in uso",
      "non è in uso",
      "non è più utilizzat*",
      "non lavora più",
      "ha lasciato l'azienda",
      "ha lasciato la società"
    ],
    no: ["nessun", "nessuna", "non esiste", "non esiste la", "non esiste l'", "inesistente"]
  },
  {
    language: "ja",
    isJoined: true,
    mailbox: [
      "ユーザー",
      "ユーザ",
      "宛先",
      "メールボックス",
      "メールアドレス",
      "アドレス",
      "アカウント",
      "受信者",
      "利用者"
    ],
    gone: [
      "いません",
      "おりません",
      "存在しません",
      "存在しない",
      "見つかりません",
      "削除され",
      "退職",
      "退会",
      "使用されていません",
      "使われておりません",
      "使われていません",
      "不明"
    ],
    no: ["存在しない"]
  },
  {
    language: "ko",
    isJoined: true,
    mailbox: ["사용자", "수신자", "메일함", "계정", "주소", "편지함"],
    gone: ["존재하지 않", "없습니다", "찾을 수 없", "삭제되", "삭제된", "퇴사"],
    no: ["존재하지 않는", "없는", "알 수 없는"]
  },
  {
    language: "lt",
    mailbox: ["vartotoj*", "naudotoj*", "gavėj*", "dėžut*", "adres*", "paskyr*"],
    gone: ["neegzistuoja", "nerastas", "nerasta", "nežinomas", "ištrintas", "ištrinta", "panaikinta", "nebenaudojama*"],
    no: ["nežinom*", "nėra tokio", "nėra tokios", "neegzistuojan*"]
  },
  {
    language: "lv",
    mailbox: ["lietotāj*", "saņēmēj*", "pastkast*", "adres*", "kont*"],
    gone: ["neeksistē", "nav atrast*", "nezinām*", "dzēst*", "izdzēst*", "vairs netiek izmantot*"],
    no: ["nezinām*", "nav tāda", "nav tādas", "neeksistējoš*"]
  },
  {
    language: "nb",
    mailbox: ["bruker*", "mottaker*", "adresse*", "postboks*", "postkasse*", "konto*"],
    gone: [
      "finnes ikke",
      "finst ikkje",
      "eksisterer ikke",
      "ukjent",
      "slettet",
      "fjernet",
      "ikke funnet",
      "ble ikke funnet",
      "ikke i bruk",
      "ikke lenger i bruk",
      "har sluttet"
    ],
    no: ["ukjent", "ingen"]
  },
  {
    language: "nl",
    mailbox: [
      "gebruiker*",
      "ontvanger*",
      "geadresseerde*",
      "adres",
      "e-mailadres",
      "mailbox*",
      "postbus*",
      "postvak*",
      "account",
      "medewerker"
    ],
    gone: [
      "bestaat niet",
      "bestaat niet meer",
      "onbekend",
      "ongeldig",
      "niet gevonden",
      "niet bekend",
      "verwijderd",
      "opgeheven",
      "niet in gebruik",
      "niet meer in gebruik",
      "niet langer in gebruik",
      "niet meer gebruikt",
      "niet meer werkzaam",
      "werkt hier niet meer",
      "uit dienst"
    ],
    no: ["onbekende", "ongeldige", "geen", "geen dergelijke", "niet-bestaande"]
  },
  {
    language: "pl",
    mailbox: ["użytkownik*", "skrzynk*", "adres*", "kont*", "odbiorc*", "adresat*", "osob*"],
    gone: [
      "nie istnieje",
      "już nie istnieje",
      "nieznan*",
      "nie znalezion*",
      "nie został* znalezion*",
      "usunięt*",
      "skasowan*",
      "zlikwidowan*",
      "zamknięt* na stałe",
      "nie jest używan*",
      "nie jest już używan*",
      "nieużywan*",
      "nie jest już w użyciu",
      "już nie pracuje",
      "nie pracuje",
      "odszedł",
      "odeszła"
    ],
    no: [
      "nie ma takiego",
      "nie ma takiej",
      "nie ma tu takiego",
      "brak takiego",
      "brak takiej",
      "brak",
      "nieznan*",
      "nieistniejąc*",
      "usunięt*"
    ]
  },
  {
    language: "pt",
    mailbox: ["usuári*", "utilizador*", "destinatári*", "caixa", "conta", "endereço", "funcionári*", "colaborador*"],
    gone: [
      "não existe",
      "já não existe",
      "não existe mais",
      "inexistente",
      "desconhecid*",
      "não encontrad*",
      "não foi encontrad*",
      "não localizad*",
      "inválid*",
      "removid*",
      "excluíd*",
      "apagad*",
      "eliminad*",
      "não está em uso",
      "já não está em uso",
      "não está mais em uso",
      "não é mais utilizad*",
      "já não é utilizad*",
      "já não trabalha",
      "não trabalha mais",
      "deixou a empresa",
      "saiu da empresa"
    ],
    no: ["não existe", "não existe o", "não existe a", "nenhum", "nenhuma", "inexistente"]
  },
  {
    language: "ro",
    mailbox: ["utilizator*", "destinatar*", "adres*", "cutia", "cutie", "căsuț*", "contul", "cont"],
    gone: [
      "nu există",
      "nu mai există",
      "inexistent*",
      "necunoscut*",
      "nu a fost găsit*",
      "negăsit*",
      "șters",
      "ștearsă",
      "eliminat",
      "eliminată",
      "nu mai este folosit*",
      "nu mai este utilizat*",
      "nu mai este în uz",
      "nu mai lucrează"
    ],
    no: ["nu există", "nu există acest", "niciun", "nicio", "necunoscut*"]
  },
  {
    language: "ru",
    mailbox: [
      "пользовател*",
      "почтовый ящик",
      "почтового ящика",
      "ящик*",
      "адрес*",
      "получател*",
      "аккаунт*",
      "учетная запись",
      "сотрудник*"
    ],
    gone: [
      "не существует",
      "больше не существует",
      "неизвестен",
      "неизвестна",
      "неизвестный",
      "отсутствует",
      "не найден",
      "не найдена",
      "удален",
      "удалена",
      "удалено",
      "закрыт навсегда",
      "не используется",
      "больше не используется",
      "больше не работает",
      "уволился",
      "уволилась",
      "уволен",
      "уволена"
    ],
    no: ["нет такого", "такого", "неизвестный", "неизвестного", "несуществующ*"]
  },
  {
    language: "sk",
    mailbox: ["používateľ*", "schránk*", "adres*", "príjemc*", "účet"],
    gone: [
      "neexistuj*",
      "nenájden*",
      "nebol* nájden*",
      "zmazan*",
      "vymazan*",
      "zrušen*",
      "odstránen*",
      "neznám*",
      "sa už nepoužíva",
      "už nepracuje"
    ],
    no: ["neznám*", "neexistujúc*", "taký", "taká"]
  },
  {
    language: "sr",
    mailbox: ["корисник*", "прималац", "примаоц*", "сандуче", "адрес*", "налог*"],
    gone: ["не постоји", "непознат", "непозната", "обрисан", "обрисана", "није пронађен", "није пронађена"],
    no: ["непознат*", "непостојећ*"]
  },
  {
    language: "sv",
    mailbox: ["användar*", "mottagar*", "adress*", "e-postadress*", "brevlåd*", "postlåd*", "konto*"],
    gone: [
      "finns inte",
      "finns ej",
      "saknas",
      "okänd",
      "existerar inte",
      "existerar ej",
      "hittades inte",
      "har tagits bort",
      "borttagen",
      "borttaget",
      "raderad",
      "raderat",
      "raderats",
      "avslutad",
      "avslutat",
      "används inte",
      "används ej",
      "inte längre i bruk",
      "har slutat"
    ],
    no: ["okänd", "ingen sådan", "ingen"]
  },
  {
    language: "th",
    isJoined: true,
    mailbox: ["ผู้ใช้", "ผู้รับ", "กล่องจดหมาย", "ที่อยู่", "บัญชี"],
    gone: ["ไม่มีอยู่", "ไม่พบ", "ถูกลบ"],
    no: ["ไม่พบ", "ไม่มี"]
  },
  {
    language: "tr",
    mailbox: ["kullanıcı*", "alıcı*", "adres*", "posta kutusu", "hesap*", "hesab*"],
    gone: [
      "bulunamadı",
      "mevcut değil",
      "yok",
      "bilinmiyor",
      "silinmiş",
      "silinmiştir",
      "silindi",
      "kaldırıldı",
      "kullanılmıyor",
      "kullanımda değil",
      "geçersiz"
    ],
    no: ["böyle bir", "bilinmeyen", "geçersiz"]
  },
  {
    language: "uk",
    mailbox: ["користувач*", "скриньк*", "адрес*", "одержувач*", "отримувач*", "обліковий запис", "працівник*"],
    gone: [
      "не існує",
      "більше не існує",
      "не знайден*",
      "невідом*",
      "відсутн*",
      "видалений",
      "видалена",
      "видалено",
      "не використовується",
      "більше не працює",
      "звільнився",
      "звільнилася"
    ],
    no: ["немає такого", "немає такої", "невідом*", "неіснуюч*"]
  },
  {
    language: "vi",
    mailbox: ["người dùng", "người nhận", "hộp thư", "tài khoản", "địa chỉ"],
    gone: ["không tồn tại", "không tìm thấy", "đã bị xóa", "không còn sử dụng"],
    no: ["không có"]
  },
  {
    language: "zh",
    isJoined: true,
    mailbox: [
      "用户",
      "用戶",
      "使用者",
      "收件人",
      "收件者",
      "邮箱",
      "郵箱",
      "信箱",
      "帐号",
      "账号",
      "帳號",
      "地址",
      "邮件地址",
      "郵件地址"
    ],
    gone: [
      "不存在",
      "未找到",
      "找不到",
      "无效",
      "無效",
      "已删除",
      "已刪除",
      "已被删除",
      "已被刪除",
      "已注销",
      "已註銷",
      "已离职",
      "已離職",
      "未知"
    ],
    no: ["无此", "無此", "没有此", "沒有此", "没有该", "沒有該", "查无此", "查無此", "找不到", "不存在的", "未知"]
  }
]
