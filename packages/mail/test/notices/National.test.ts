/** Refusals about the recipient, about us, and for a while, as systems write them in ASCII and in their own languages. */
import { assert, describe, it } from "@effect/vitest"
import { daemon, report, verdictsOf } from "./Mails.ts"

const ada = "ada@lead.test"
const returned = "From: Me <me@sender.test>\nTo: ada@lead.test\nMessage-ID: <1@sender.test>"

/** The verdict on a report with this reply to RCPT. */
const verdictOf = (reply: string) => {
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/u.exec(reply)?.[0] ?? "5.0.0"
  return verdictsOf({
    from: daemon,
    subject: "Undelivered Mail Returned to Sender",
    text: `<${ada}>: host mx.lead.test[192.0.2.1] said: ${reply} (in reply to RCPT TO command)`,
    headers: report("delivery-status"),
    parts: {
      "message/delivery-status": `Final-Recipient: rfc822; ${ada}\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${reply}`,
      "text/rfc822-headers": returned
    }
  })
}

const test = (name: string, replies: ReadonlyArray<string>, right: RegExp) => {
  describe(name, () => {
    for (const reply of replies) it(reply, () => assert.match(verdictOf(reply).join(), right))
  })
}

test(
  "the mailbox does not exist",
  [
    "550 5.0.0 Konto uzytkownika zostalo usuniete",
    "550 Uzytkownik Jan Kowalski (ada@lead.test) nie istnieje",
    "550 5.1.1 Brak skrzynki odbiorczej ada@lead.test",
    "550 Uzivatel s timto jmenem neexistuje",
    "550 Adresat nebyl nalezen",
    "550 Pouzivatel neexistuje",
    "550 A felhasznalo nem letezik",
    "550 A cimzett postafiokja megszunt",
    "550 Utilizatorul nu exista",
    "550 Anvandaren finns inte",
    "550 Brugeren er slettet",
    "550 Mottakeren finnes ikke",
    "550 Kayttajaa ei loydy",
    "550 Kullanici bulunamadi",
    "550 Boyle bir kullanici yok",
    "550 Kasutajat ei eksisteeri",
    "550 Vartotojas neegzistuoja",
    "550 Lietotajs neeksiste",
    "550 Korisnik ne postoji",
    "550 Empfaenger unbekannt",
    "550 Diese E-Mail-Adresse gibt es hier nicht mehr",
    "550 Das Postfach von Frau Dr. Ada Lovelace wurde gelöscht",
    "550 Kein solcher Benutzer",
    "550 Der Mitarbeiter hat das Unternehmen verlassen",
    "550 Utilisateur non trouve",
    "550 La boite aux lettres de Mme Ada Lovelace n'existe plus",
    "550 Aucun utilisateur de ce nom",
    "550 El buzon de correo ha sido eliminado",
    "550 La cuenta ya no esta en uso",
    "550 A conta foi excluida",
    "550 O utilizador Ada Lovelace ja nao trabalha nesta empresa",
    "550 Casella non piu in uso",
    "550 utente inesistente",
    "550 Deze mailbox is niet meer in gebruik",
    "550 Onbekende gebruiker",
    "550 Такого пользователя нет",
    "550 Почтовый ящик удалён",
    "550 Такої скриньки немає, користувача не існує",
    "550 Потребителят не съществува",
    "550 Ο χρήστης δεν υπάρχει",
    "550 宛先のメールボックスは削除されました",
    "550 このアドレスは使用されていません",
    "550 查無此帳號",
    "550 该用户已离职",
    "550 존재하지 않는 사용자입니다",
    "550 Tài khoản ada@lead.test không tồn tại",
    "550 Akun tidak ditemukan",
    "550 This person no longer works here",
    "550 The mailbox ada@lead.test was removed",
    "550 The address is no longer in use",
    "550 no mailbox by that name is known here",
    "550 no such name",
    "550 Account has been permanently deleted",
    "550 employee ada@lead.test has left",
    "550 Destinataire du message inconnu",
    "550 Destinataire refusé : utilisateur inconnu",
    "550 Empfänger ada@lead.test: unbekannt",
    "550 Empfänger: ada@lead.test, Postfach unbekannt",
    "550 Ihre Empfängeradresse existiert nicht",
    "550 Su mensaje no se entregó, el usuario no existe",
    "550 收件人：ada@lead.test 不存在"
  ],
  /,hard,(?:unknown_address|moved)$/u
)

test(
  "the refusal is about us",
  [
    "550 5.1.1 Too many unknown users from your network",
    "550 5.1.1 High volume of invalid recipients from 192.0.2.9",
    "550 Excessive invalid recipients",
    "550 5.1.1 Dictionary attack suspected, unknown user",
    "554 Address probing is not allowed",
    "550 Unknown user limit exceeded for this session",
    "550 5.1.1 Invalid recipient threshold reached",
    "550 Reached the limit of 10 bad addresses",
    "550 ada@lead.test: blocked",
    "550 La seva adreça no existeix",
    "550 Din adresse findes ikke",
    "550 Ihre Adresse existiert nicht",
    "550 Ihr Benutzerkonto wurde gelöscht",
    "550 5.1.1 Your address does not exist",
    "550 Su dirección no existe",
    "550 Osoitteesi ei ole olemassa",
    "550 Votre adresse n'existe pas",
    "550 Votre compte est inconnu",
    "550 Netfangið þitt er ekki til",
    "550 Il suo indirizzo non esiste",
    "550 Kontoen din finnes ikke",
    "550 Uw e-mailadres bestaat niet",
    "550 O seu endereço não existe",
    "550 Din e-postadress finns inte",
    "550 هذا العنوان عنوانك غير موجود",
    "550 Вашият адрес не съществува",
    "550 Vaše adresa neexistuje",
    "550 Η διεύθυνσή σας δεν υπάρχει",
    "550 Teie aadress ei eksisteeri",
    "550 آدرس شما وجود ندارد",
    "550 הכתובת שלך לא קיימת",
    "550 आपका खाता मौजूद नहीं है",
    "550 Vaša adresa ne postoji",
    "550 Az Ön címe nem létezik, a cím ismeretlen",
    "550 Alamat Anda tidak ditemukan",
    "550 お客様のアドレスは存在しません",
    "550 귀하의 계정이 존재하지 않습니다",
    "550 Jūsų adresas neegzistuoja",
    "550 Jūsu adrese neeksistē",
    "550 Twój adres nie istnieje",
    "550 Adresa dumneavoastră nu există",
    "550 Ваш адрес не существует",
    "550 Vaša adresa neexistuje",
    "550 Ваша адреса не постоји",
    "550 บัญชีของคุณไม่มีอยู่",
    "550 Adresiniz bulunamadı",
    "550 Ваша адреса не існує",
    "550 Địa chỉ của bạn không tồn tại",
    "550 您的邮箱不存在",
    "550 發件人帳號不存在",
    "550 utilisateur authentifié inconnu",
    "550 Authentifizierter Benutzer unbekannt",
    "550 usuario autenticado desconocido",
    "550 utente autenticato sconosciuto",
    "550 DNS check failed for your domain, it may not exist"
  ],
  /,soft,(?:blocked|policy|rate_limited)$/u
)

test(
  "the refusal is for a while",
  [
    "550 5.1.1 User could not be looked up, database offline",
    "550 5.1.1 Recipient lookup error: the directory is not responding",
    "550 5.1.1 User unknown: SQL server has gone, error 2006",
    "550 5.1.1 The address cannot be checked right now",
    "550 5.1.1 ada@lead.test: mailbox is getting migrated",
    "550 5.1.1 no such user: scheduled maintenance",
    "550 5.1.1 Mailbox unavailable, migration in progress",
    "550 5.1.1 User unknown, please send again in 30 minutes",
    "550 5.1.1 Das Postfach ist wegen Wartungsarbeiten nicht verfuegbar",
    "550 5.1.1 Empfaenger voruebergehend unbekannt",
    "550 5.1.1 Utilisateur inconnu (annuaire en maintenance)",
    "550 5.1.1 Buzon no encontrado, intentelo mas tarde",
    "550 5.1.1 Casella in corso di migrazione, utente non trovato",
    "550 5.1.1 Uzytkownik chwilowo nieznany",
    "550 5.1.1 Пользователь не найден, технические работы",
    "550 5.1.1 メンテナンス中のためユーザーが見つかりません",
    "550 5.1.1 系统维护中,用户不存在"
  ],
  /,soft,(?:system|network|expired)$/u
)

test(
  "a server that refuses says nothing about the mailbox",
  [
    "550 Адрес получателя отклонен удаленным сервером",
    "550 5.7.1 Nachricht an den Empfaenger wegen Spam geloescht",
    "550 5.7.1 Message to user was removed, it has a virus",
    "550 Destinataire refuse: type de fichier inconnu",
    "550 Le destinataire refuse ce type de fichier inconnu",
    "550 Destinatario rifiuta: tipo di file sconosciuto",
    "550 Modtageren afviste mailen: ukendt filtype",
    "550 Modtageren afviste mailen: filtypen ukendt",
    "550 Mottagaren tar inte emot bilagan: filtypen okänd",
    "550 Mottakeren avviste vedlegget, filtypen er ukjent",
    "550 El usuario ha bloqueado este tipo de mensaje: extensión desconocida",
    "550 O destinatário recusa anexos: extensão desconhecida",
    "550 Der Empfänger nimmt keine Mails an, deren Signatur nicht gefunden wurde",
    "550 Der Empfänger erlaubt den Dateityp nicht, er ist unbekannt",
    "552 Empfänger lehnt ab: Dateityp unbekannt",
    "550 5.6.0 Empfänger lehnt ab: Dateityp unbekannt",
    "550 De ontvanger weigert de bijlage: bestandstype onbekend",
    "550 Vastaanottaja hylkäsi liitteen: tiedostotyyppi tuntematon",
    "550 Odbiorca odrzuca załącznik: typ pliku nieznany",
    "550 Příjemce odmítl přílohu: typ souboru neznámý",
    "550 Príjemca odmietol prílohu: typ súboru neznámy",
    "550 A címzett elutasította: a fájltípus ismeretlen",
    "550 Destinatarul refuză atașamentul: tip de fișier necunoscut",
    "550 Primatelj odbija privitak: vrsta datoteke nepoznata",
    "550 Получатель отклонил вложение: тип файла неизвестен",
    "550 Одержувач відхилив вкладення: тип файлу невідомий",
    "550 Получателят отказва файла: разширението е неизвестно, типът неизвестен",
    "550 Ο παραλήπτης απορρίπτει: επέκταση άγνωστη",
    "550 Alıcı eki reddetti: dosya türü bilinmiyor",
    "550 Saaja keeldus: failitüüp tundmatu",
    "550 Gavėjas atmetė: failo tipas nežinomas",
    "550 Saņēmējs noraidīja: faila tips nezināms",
    "550 Penerima menolak lampiran: jenis berkas tidak dikenal",
    "550 Người nhận từ chối: loại tệp không tìm thấy",
    "550 收件人拒绝附件：文件类型未知",
    "550 收件者拒收附件類型未知",
    "550 受信者が拒否しました：ファイル形式不明",
    "550 수신자가 거부했습니다: 첨부 파일 형식을 찾을 수 없",
    "550 المستلم يرفض: نوع الملف غير معروف"
  ],
  /,soft,/u
)
