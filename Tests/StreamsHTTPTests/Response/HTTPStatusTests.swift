import StreamsHTTP
import Testing

@Suite("A status")
struct HTTPStatusTests {
  @Test(
    "has the kind of its hundred, and any number is one",
    arguments: [
      (100, HTTPStatus.Kind.informational), (204, .success), (399, .redirection),
      (404, .clientError), (599, .serverError), (600, .other), (99, .other), (0, .other),
    ])
  func kinds(_ code: Int, _ kind: HTTPStatus.Kind) {
    #expect(HTTPStatus(code).kind == kind)
  }

  @Test("HDR-9: is one of the things by which responses differ")
  func equality() throws {
    let url = try HTTPURL("https://h/")
    let response = HTTPResponse(status: 200, fields: try HTTPFields([("A", "1")]), url: url)
    #expect(try response == HTTPResponse(status: 200, fields: HTTPFields([("a", "1")]), url: url))
    #expect(response != HTTPResponse(status: 201, fields: response.fields, url: url))
    #expect(try response != HTTPResponse(status: 200, fields: HTTPFields([("A", "2")]), url: url))
    let same = try HTTPResponse(status: 200, fields: HTTPFields([("a", "1")]), url: url)
    #expect(response.hashValue == same.hashValue)
    let request = HTTPRequest(url: url, fields: response.fields)
    #expect(request == HTTPRequest(url: url, fields: same.fields))
    #expect(request.hashValue == HTTPRequest(url: url, fields: same.fields).hashValue)
    #expect(try request != HTTPRequest(url: url, fields: HTTPFields([("A", "1"), ("B", "2")])))
  }
}
