/** The rows of `MailboxWords.ts` for the languages of Eastern Europe, Asia and Africa. */
import type { MailboxWords } from "./MailboxWords.ts"

export const easternMailboxWords: ReadonlyArray<MailboxWords> = [
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
    language: "el",
    mailbox: ["χρήστη*", "παραλήπτη*", "διεύθυνση*", "γραμματοκιβώτιο", "λογαριασμό*"],
    gone: ["δεν υπάρχει", "δεν βρέθηκε", "διαγράφηκε", "έχει διαγραφεί", "δεν χρησιμοποιείται", "άγνωστη"],
    no: ["άγνωστο*", "άγνωστη", "δεν υπάρχει", "ανύπαρκτο*"]
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
