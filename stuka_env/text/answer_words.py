"""Words around an answer in the languages that models reply in: labels, verbs, doubts, corrections and roles.

Each constant is a pattern. Words are separated by ``|`` and may have optional letters.
"""

import unicodedata

LETTER = r"[^\W\d_]"


def _ends_freely(word: str) -> bool:
    """Whether another letter may follow a word: Thai, Chinese, Japanese and Korean have no spaces between words."""
    return "\u0e00" <= word[-1] <= "\u0eff" or word[-1] >= "\u2e80"


def usual_letters(text: str) -> str:
    """Return text in the usual form of its letters, as replies are read."""
    return unicodedata.normalize("NFKC", text)


def any_of(*lists: str) -> str:
    """Return a pattern that matches one whole word of the lists, the longest that fits."""
    words = sorted((word for each in lists for word in usual_letters(each).split("|")), key=len, reverse=True)
    return "(?:" + "|".join(word if _ends_freely(word) else rf"{word}(?!{LETTER})" for word in words) + ")"


ANSWERS = (
    "answers?|ans|choice|selection|selected|selecting|chosen|picks?|final|antwort|wahl|auswahl|réponse|choix|respuesta"
    "|elección|risposta|scelta|resposta|escolha|a resposta|a escolha|antwoord|keuze|odpowied[zź]|wybór|cevap|cevabım"
    "|yanıt|yanıtım|seçim|seçimim|ответ|выбор|відповідь|вибір|отговор|απάντηση|επιλογή|الجواب|جوابي|الإجابة|الاجابة"
    "|إجابتي|اختياري|الاختيار|תשובה|پاسخ|उत्तर|जवाब|উত্তর|đáp án|câu trả lời|trả lời|jawaban|pilihan|svar|vastaus"
    "|odpověď|răspuns|válasz|คำตอบ|答案|答え|回答|解答|选择|選擇|選択|정답|대답|답변|답|선택"
)
"""Nouns of a label whose words are the answer, whatever they are."""
DECISION_NOUNS = (
    "option|number|decision|action|move|orders?|conclusion|verdict|recommendation|solution|result|output|response"
    "|vote|input|command|entscheidung|empfehlung|lösung|décision|recommandation|decisión|opción|recomendación"
    "|decisione|opzione|decisão|opção|beslissing|optie|decyzja|opcja|karar|kararım|seçenek|решение|вариант|рішення"
    "|варіант|απόφαση|القرار|الخيار|निर्णय|विकल्प|quyết định|lựa chọn"
    "|phương án|keputusan|การตัดสินใจ|ตัวเลือก|决定|決定"
    "|选项|選項|選択肢|结论|結論|결정|선택지|옵션"
)
"""Nouns of a label that may also have other words behind it."""
ADJECTIVES = (
    "my|the|your|our|as|in|here|here's|single|correct|best|better|right|optimal|recommended|preferred|ultimate"
    "|overall|new|revised|corrected|updated|suggested|proposed|taken|made|meine?|die|der|das|endgültige|finale|beste"
    "|richtige|gewählte|korrigierte|neue|ma|mon|la|le|meilleure?|bonne|choisie|retenue|mi|mejor|correcta|elegida|mia"
    "|migliore|corretta|minha|a minha|melhor|mijn|het|de|definitieve|uiteindelijke|moja|mój|ostateczn[ay]"
    "|najlepsz[ay]|benim|son|nihai|doğru|мой|моё|окончательный|итоговый|лучший|правильный|верный|моя|мій|остаточна"
    "|правильна|τελική|μου|η|σωστή|النهائي|النهائية|الصحيح|الصحيحة|मेरा|अंतिम|सही|cuối cùng|của tôi|saya|akhir|ของฉัน"
    "|สุดท้าย|我的|最终|最終|最終的な|最佳|正确|正確|私の|최종|나의|내"
)
"""Words beside the nouns of a label."""
COPULAS = (
    "is|would be|will be|must be|should be|ist|lautet|wäre|est|es|sería|è|é|seria|to|jest|brzmi|это|будет|це|είναι|هو"
    "|هي|है|là|adalah|är|คือ|是|为|為|は|은|는"
)
"""Words between a label and the answer."""
ADVERBS = (
    "therefore|thus|hence|then|now|clearly|still|simply|definitely|indeed|obviously|also|daher|donc|por tanto|quindi"
    "|portanto|dus|więc|значит"
)
SUBJECTS = "i|we|ich|wir|je|nous|yo|io|eu|ik|ja|я|ми|εγώ|أنا|मैं|tôi|saya|ฉัน|ผม|我|私は|저는|나는"
ENGLISH_VERBS = "choose|pick|select|take|opt for|go with|go for|settle on|settle for|decide on|decide for|vote for"
VERBS = (
    f"{ENGLISH_VERBS}|say|chose|chosen|picked|selected|decided on|settled on|opted for|answer|recommend|suggest"
    "|propose|prefer|choosing|picking|selecting|taking|going with|opting for|wähle|nehme|empfehle|entscheide mich für"
    "|choisis|prends|opte pour|recommande|retiens|elijo|escojo|opto por|selecciono|recomiendo|scelgo|opto per"
    "|seleziono|consiglio|escolho|seleciono|kies|neem|ga voor|wybieram|biorę|выбираю|выберу|беру|обираю|вибираю"
    "|επιλέγω|διαλέγω|أختار|اخترت|chọn|memilih|pilih|väljer|ขอเลือก|เลือก|选择|選擇|选|選"
)
"""Verbs between the first person and the answer."""
VERBS_WITHOUT_SUBJECT = (
    "elijo|escojo|opto por|selecciono|recomiendo|scelgo|opto per|seleziono|escolho|seleciono|wybieram|biorę|выбираю"
    "|выберу|обираю|вибираю|επιλέγω|διαλέγω|أختار|اخترت|chọn|ขอเลือก|เลือก|选择|選擇|选|選|choosing|picking|selecting"
    "|going with|opting for|let's go with|let's choose|let's pick|let's take|let us choose|let us take|let us go with"
    "|let's do|settling on|j'opte pour"
)
"""Verbs that stand for the first person alone."""
VERBS_BEHIND = (
    "is my (?:final )?(?:answer|choice|pick|decision|selection)|it is|を選(?:びます|択します|ぶ|択)|にします|です"
    r"|번?[을를]? ?(?:선택|고르|택)\w{0,8}|'?[yi]?[iıuü]? seçiyorum|(?:को )?चुनता हूँ|(?:को )?चुनती हूँ"
)
"""Words behind an option that make it the answer."""
OPTION_WORDS = (
    "the|option|choice|number|answer|action|opt|no|nr|item|num|die|den|der|das|zahl|nummer|variante|l'option|la|le|el"
    "|il|o|a|numéro|número|numero|numer|opción|opzione|l'opzione|opção|optie|het|de|opcj[ęai]|opcja|seçenek|numara"
    "|вариант|номер|опцию|опция|варіант|опцію|την|η|επιλογή|αριθμό|الخيار|رقم|विकल्प|संख्या|lựa chọn|phương án|số"
    "|opsi|nomor|alternativ|ตัวเลือก|ข้อ|หมายเลข|选项|選項|第|選択肢|番号|옵션|선택지"
)
"""Words before the number of an option."""
COUNTERS = "(?:[번番号號项項个個]{1,2})?(?:です|である|だ|입니다|이다|이에요|예요)?"
"""Counters and copulas directly behind the number of an option."""
DOUBTS = (
    "or|if|unless|else|failing|followed|otherwise|maybe|perhaps|possibly|probably|when|whenever|but|although|though|until|assuming"
    "|provided|oder|wenn|falls|vielleicht|aber|sofern|ou|si|sauf|peut-être|mais|o|u|quizás?|pero|se|forse|ma|oppure"
    "|talvez|mas|caso|of|als|tenzij|misschien|maar|lub|albo|jeśli|jeżeli|chyba|może|ale|veya|ya da|eğer|belki|ama|или"
    "|если|может|но|або|якщо|може|але|ή|αν|ίσως|αλλά|أو|إذا|ربما|لكن|या|यदि|अगर|शायद|लेकिन|hoặc|nếu|có thể|nhưng|หรือ"
    "|ถ้า|อาจ|แต่|或|如果|也许|可能|但|または|もし|たぶん|あるいは|또는|만약|아마|하지만"
)
"""Words behind an answer that take it back or make it depend on something."""
TIMES = "last|next|earlier|before|previously|later|tomorrow|another time|first and"
"""Words that put a sentence into another time."""
CORRECTIONS = (
    r"wait\b(?!\s+(?:for|until|till|a|one|to)\b)|hold on|hang on|actually|nope"
    r"|nah(?=[,.:;!])|hmm+|oops|whoops|corrections?"
    r"|corrected|erratum|edit\s*:|updated?\b|revised|revision|rather[\s,:]|better(?=\s*[:,]| \d| yet| option| make)"
    "|instead(?! of)|(?:scratch|strike|scrap|forget|ignore|cancel"
    "|discard) (?:it|that|this|the|my|what)|disregard|undo"
    "|never ?mind|sorry"
    r"|apologies|my bad|my mistake|mistake|no(?=\s*[,.:;!-]|\s*$|\s+(?:it|that|wait|the answer|make|option|\d))"
    r"|not quite|or (?:rather|better)|or (?:maybe |perhaps |possibly |option )*\d"
    r"|on (?:second thoughts?|reflection|further)|upon (?:re|further|second)|reconsider"
    r"|second thoughts?|thinking (?:again|about)|i mean\b"
    r"|let me (?:re|correct|fix|change|double)|in fact,? \d|nein|moment(?= mal|[,.:;!-])"
    r"|halt(?=[,.:;!-])|stopp?\b(?=\s*[,.:;!-])|korrektur|quatsch"
    r"|doch|vielmehr|besser|eigentlich|genauer|stattdessen|non(?=\s*[,.:;!-])|attends|attendez|en fait|plutôt"
    "|finalement|pardon|rectification|espera|mejor|en realidad|perdón|corrección|más bien|aspetta|anzi|in realtà"
    r"|correzione|meglio|scusa|não|na verdade|aliás|correção|melhor|nee\b|wacht|correctie|toch|liever"
    r"|nie(?=\s*[,.:;!-])|czekaj|chwila|korekta|jednak|właściwie|poprawka|hayır|bekle|dur\b|düzeltme|aslında"
    r"|daha doğrusu|нет(?=\s*[,.:;!-])|подожди|стоп|стойте|точнее|вернее|исправл|поправк|на самом деле|лучше|хотя"
    r"|ні(?=\s*[,.:;!-])|зачекай|стривай|точніше|виправл|насправді|краще|όχι|περίμενε|διόρθωση|μάλλον|καλύτερα|لا\b"
    r"|انتظر|تصحيح|في الواقع|عفو|بل\b|नहीं|रुको|रुकिए|सुधार|दरअसल|असल में|không|khoan|đợi|sửa|thực ra|à không|ไม่"
    r"|เดี๋ยว|แก้ไข|ที่จริง|不对|不對|不(?=\s*[,.!:;、。是])|等等|等一下|更正|应该是|應該是|其实|其實"
    r"|改为|改成|还是|いや|いえ|待って|訂正|やはり|やっぱり|実は|間違|아니"
    "|잠깐|잠시|정정|사실|다시|수정"
)
"""Words at the beginning of a clause that take the answer before them back."""
CORRECTIONS_ANYWHERE = (
    "i (?:was|am) (?:wrong|mistaken)"
    r"|(?:that|this|it|answer|choice|above|option \d+) (?:is|was|were) (?:wrong|incorrect|a mistake|an error)"
    "|(?:that|it) (?:is|was) (?:not right|mistaken)"
    "|i made (?:a mistake|an error)|(?:take|took|taking) (?:that|it|this) back"
    "|chang(?:e|ed|ing) (?:my|it|that|this|the answer|to)|switch(?:ing|ed)? (?:it )?to"
    r"|make (?:it|that) (?:option )?\d|should (?:be|have been|read|say) (?:option |number )?\d"
    "|(?:i'd|i would|would|choose|take|pick) rather|i (?:meant|misread|miscounted|misspoke)"
    r"|(?:\d|that|it) instead(?! of)|scratch that|strike that"
    r"|i should (?:have )?(?:choose|chosen|pick|take|go|answer)"
    r"|(?:that|it)'s (?:wrong|not right|a mistake)|not (?:option )?\d+,? but"
)
"""Words anywhere behind an answer that take it back."""
REJECTED = (
    r"\b(?:runner-?up|second|alternative|fallback|backup|rejected|discarded|wrong|worst|previous|initial|example)\b"
)
"""Words before a colon whose answer is not the model's."""
SPEECH = (
    r"\b(?:says?|said|saying|asks?|asked|argues?|claims?|writes?|wrote|tells?"
    r"|told|thinks?|quotes?|replie[sd]|would)\b"
)
"""Verbs before a colon or a quotation, of somebody who is not the model."""
THOUGHTS = (
    r"[\w:-]{0,20}(?:think|thought|reason|analys|reflect|rationale|scratch"
    r"|monologue|internal|inner|deliberat|plan|ponder"
    r"|brainstorm|draft)[\w-]{0,20}"
)
"""Names of blocks and labels of reasoning."""
USER_TURN = r"user|human|system|question(?: \d+)?|q|to decide|observation|refused|next question|tool|instructions?"
"""Names of turns that are not the model's, in small letters."""
OWN_TURN = r"assistant|model|ai|bot|gpt"
"""Names of the model's own turn."""
