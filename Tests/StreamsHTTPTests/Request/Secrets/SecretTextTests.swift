import StreamsHTTPTesting
import Testing

@testable import StreamsHTTP

@Suite("A text without its secrets")
struct SecretTextTests {
  @Test("knows the names of secrets by their words")
  func secretNames() {
    let names = [
      "password", "user[password]", "Password2", "new_password", "passwd", "pass", "accessToken",
      "ACCESS_TOKEN", "access-token", "token", "idToken", "csrftoken", "client_secret", "apiKey",
      "APIKey", "x-api-key", "api.key", "sig", "X-Amz-Signature", "X-Amz-Credential", "JSESSIONID",
      "PHPSESSID", "sessionId", "sid", "Authorization", "X-Auth", "DPoP", "jwt", "pin", "cvc",
      "code_verifier", "token[]", "x[auth][token][0]", "client_assertion", "Set-Cookie",
    ]
    for name in names { #expect(SecretName.isSecret(name), "\(name)") }
    #expect(SecretName.isSecret(inQuery: "key") && SecretName.isSecret(inQuery: "a%5Btoken%5D"))
  }

  @Test("takes no name for one that only holds its letters")
  func otherNames() {
    let names = [
      "author", "X-Author", "tokens_left", "monkey", "X-Request-Id", "keyword", "token_type",
      "max_tokens", "tokenizer", "secretary", "passenger", "compass", "design", "sessions",
      "Idempotency-Key", "primary_key", "key", "pinned", "", "0", "é",
    ]
    for name in names { #expect(!SecretName.isSecret(name), "\(name)") }
    #expect(!SecretName.isSecret(inQuery: "keys"))
  }

  @Test(
    "is the same text but for what stands behind a secret name",
    arguments: [
      (
        #"{"user":"ada","password":"a\"b","n":1}"#, #"{"user":"ada","password":"<redacted>","n":1}"#
      ),
      (#"{"token" : 12e3 , "ok":true}"#, #"{"token" : "<redacted>" , "ok":true}"#),
      (#"{"has_password":true,"pin":null}"#, #"{"has_password":true,"pin":null}"#),
      (#"{"tokens":["a","]"],"x":1}"#, #"{"tokens":"<redacted>","x":1}"#),
      (#"{"session":{"id":"a","b":{}},"x":1}"#, #"{"session":"<redacted>","x":1}"#),
      (#"{"p\u0061ssword":"x"}"#, #"{"p\u0061ssword":"<redacted>"}"#),
      (#"{"log":"{\"token\":\"x\"}"}"#, #"{"log":"<redacted>"}"#),
      (
        #"{"url":"https://u:p@h/?a=1&token=x"}"#,
        #"{"url":"https://<redacted>@h/?a=1&token=<redacted>"}"#
      ),
      (#"5" disk {"password":"x"}"#, #"5" disk {"password":"<redacted>"}"#),
      (#"{"password":"cut off"#, #"{"password":"<redacted>""#),
      ("{\"private_key\":\"a\nb\\\"c\n\" , \"x\":1}", "{\"private_key\":\"<redacted>\" , \"x\":1}"),
      ("\"token\": \"cut\nsay \"x\" and", "\"token\": \"<redacted>\"\nsay \"x\" and"),
      ("{\"a\":1}\n{\"secret\":\"x\"}\n", "{\"a\":1}\n{\"secret\":\"<redacted>\"}\n"),
      ("user=ada&password=a b;c&x=1", "user=ada&password=<redacted>&x=1"),
      ("Authorization: Bearer x y\r\nX: 1", "Authorization: <redacted>\r\nX: 1"),
      ("password = 'a b' rest", "password = '<redacted>' rest"),
      (#"token="x" a="y""#, #"token="<redacted>" a="y""#),
      ("{'secret': 'x', 'a': 'b'}", "{'secret': '<redacted>', 'a': 'b'}"),
      ("see http://h:80/a@b and http://me:p@h/", "see http://h:80/a@b and http://<redacted>@h/"),
      ("time: 10:20 é \\ \"", "time: 10:20 é \\ \""), ("", ""), ("\"\\", "\"\\"),
      ("token=", "token="),
    ])
  func texts(_ text: String, _ shown: String) {
    #expect(SecretText(names: SecretNames()).redacted(text) == shown)
    #expect(SecretText(names: SecretNames()).redacted(shown) == shown)
  }

  @Test("reads forms, multipart parts and XML as what they are")
  func bodies() {
    func shown(_ text: String, _ type: String?) -> String {
      String(
        decoding: SecretBody(names: SecretNames()).redacted(Array(text.utf8), type: type),
        as: UTF8.self)
    }
    let form = "application/x-www-form-urlencoded; charset=utf-8"
    #expect(
      shown("a=1&user%5Bpassword%5D=a%20b&next=%2F%3Ftoken%3Dx&key=k&b", form)
        == "a=1&user%5Bpassword%5D=<redacted>&next=<redacted>&key=<redacted>&b")
    #expect(shown(#"{"token":"x"}"#, form) == #"{"token":"<redacted>"}"#)
    #expect(
      shown(
        "<a token=\"x\"><wsse:Password Type=\"t\">x</wsse:Password><name>y</name><token/></a>",
        "text/xml")
        == "<a token=\"<redacted>\"><wsse:Password Type=\"t\"><redacted></wsse:Password>"
        + "<name>y</name><token/></a>")
    let part = "Content-Disposition: form-data; name="
    let body = "--b\r\n\(part)\"title\"\r\n\r\nSea\r\n--b\r\n\(part)\"password\"\r\n\r\n"
    let rest = "\r\n--b\r\n\(part)\"json\"; filename=\"token\"\r\n\r\n{\"pin\":"
    #expect(
      shown("\(body)a\r\n\r\nb\(rest)12}\r\n--b--\r\n", "Multipart/form-data; boundary=b")
        == "\(body)<redacted>\(rest)\"<redacted>\"}\r\n--b--\r\n")
    #expect(shown("x", nil) == "x")
    let octets: [UInt8] = [0xFF] + "=1&token=x".utf8
    #expect(
      SecretBody(names: SecretNames()).redacted(octets, type: form) == [0xFF]
        + "=1&token=<redacted>".utf8)
    #expect(shown("no part", "multipart/form-data; boundary=b") == "no part")
  }

  @Test(
    "leaves out all that an element of XML holds: sections, elements, behind a byte order mark",
    arguments: [
      ("\u{FEFF}<a><pin>x</pin></a>", "\u{FEFF}<a><pin><redacted></pin></a>"),
      ("<a><pin><b>x</b>x</pin>y</a>", "<a><pin><redacted></pin>y</a>"),
      ("<pin><pin>x</pin><pin/>x</pin><b>y</b>", "<pin><redacted></pin><b>y</b>"),
      ("<n:pin><![CDATA[</n:pin>x]]>x</n:pin>", "<n:pin><redacted></n:pin>"),
      ("<pin><!-- </pin> -->x</pin >y", "<pin><redacted></pin >y"),
      ("<a><![CDATA[<pin>x</pin>]]>y</a>", "<a><![CDATA[<pin><redacted></pin>]]>y</a>"),
      ("<!--<pin>x</pin>--><b>y</b>", "<!--<pin><redacted></pin>--><b>y</b>"),
      ("<pin>x</other>x", "<pin><redacted>"), ("<pin><![CDATA[x</pin>", "<pin><redacted>"),
      ("<a>y</a><pins>y</pins><>< b", "<a>y</a><pins>y</pins><>< b"),
    ])
  func xml(_ text: String, _ shown: String) {
    let body = SecretBody(names: SecretNames())
    #expect(body.redacted(Array(text.utf8), type: "text/xml") == Array(shown.utf8))
    let head = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n"
    let part = Array("\(head)\(text)\r\n--b--\r\n".utf8)
    #expect(
      body.redacted(part, type: "multipart/form-data; boundary=b")
        == Array("\(head)\(shown)\r\n--b--\r\n".utf8))
  }

  @Test("reads the name of a part by its bytes, with or without quotation marks")
  func partNames() {
    for name in ["\"\u{301}password\"", "access_token; filename=a", "\"x[token]\"; filename=\"b\""]
    {
      let head = "--b\r\nContent-Disposition: form-data; name=\(name)\r\n\r\n"
      let shown = SecretBody(names: SecretNames()).redacted(
        Array("\(head)x\r\n--b--\r\n".utf8), type: "multipart/form-data; boundary=b")
      #expect(String(decoding: shown, as: UTF8.self) == "\(head)<redacted>\r\n--b--\r\n")
    }
  }

  @Test("is made of any bytes, and stays as it is where no name says secret")
  func anyBytes() {
    var chance = Chance(seed: 7)
    let marks = Array(#""\:=&{}[]<>/'@?# ab1%"#.utf8) + [0, 10, 13, 0xFF]
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &chance)).map { _ in
        marks.randomElement(using: &chance) ?? 0
      }
      for type in ["application/json", "multipart/form-data; boundary=a", "text/xml"] {
        let shown = SecretBody(names: SecretNames()).redacted(bytes, type: type)
        #expect(shown == bytes || bytes.contains(UInt8(ascii: "@")))
      }
    }
  }
}
