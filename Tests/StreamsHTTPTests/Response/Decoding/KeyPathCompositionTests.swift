import Foundation
import Streams
import StreamsHTTPTesting
import StreamsTesting
import Testing

@testable import StreamsHTTP

@Suite("A request with a key path")
struct KeyPathCompositionTests {
  private let bench = Bench()
  private let user = Request<User, RequestFailure>.get("x").value(atKeyPath: "data.user")

  private func answer(_ json: String, status: HTTPStatus = 200) {
    bench.stub.on(.get, "/v2/x").respond(status, json: json)
  }

  @Test("keeps it through map, tryMap, mapError, withResponse, validate and failureBody")
  func transforming() {
    answer(#"{"data":{"user":{"id":7,"name":"Ada"}}}"#)
    #expect(bench.send(user.map(\.name)).values == ["Ada"])
    #expect(bench.send(user.tryMap { user throws(RequestFailure) in user.id }).values == [7])
    #expect(bench.send(user.mapError { $0 }.validate(.anyStatus)).values.map(\.id) == [7])
    #expect(bench.send(user.withResponse()).values.map { $0.response.status } == [200])
    #expect(bench.send(user.failureBody(as: Problem.self)).values.map(\.id) == [7])
  }

  @Test("may get it after a mapping: the path belongs to what is decoded, and the last counts")
  func order() {
    answer(#"{"data":{"user":{"id":7,"name":"Ada"}},"name":"Bo"}"#)
    #expect(bench.send(user.map(\.name).value(atKeyPath: "data.user")).values == ["Ada"])
    let twice = Request<String, RequestFailure>.get("x")
      .value(atKeyPath: "a").value(atKeyPath: "name")
    #expect(bench.send(twice).values == ["Bo"])
    let failing = Request<User, RequestFailure>.get("x").failureBody(as: Problem.self)
      .value(atKeyPath: "data.user")
    #expect(bench.send(failing).values.map(\.name) == ["Ada"])
  }

  @Test("reads error bodies from their root, and the status before anything else")
  func refused() {
    answer(#"{"title":"No"}"#, status: 404)
    guard case .problem(let problem, _) = bench.send(user.failureBody(as: Problem.self)).failure
    else {
      Issue.record("no problem")
      return
    }
    #expect(problem.title == "No")
  }

  @Test("fails with a decoder that gives whole bodies only, and names the path; but at the root")
  func wholeBodies() {
    struct Whole: BodyDecoder {
      func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
      }
    }
    answer(#"{"id":7,"name":"Ada"}"#)
    guard case .decoding(let failure) = bench.send(user.decoding(with: Whole())).failure else {
      Issue.record("no failure")
      return
    }
    #expect(failure.reason == .pathsUnsupported)
    #expect(failure.valuePath == "data.user")
    let whole = user.value(atKeyPath: .root).decoding(with: Whole())
    #expect(bench.send(whole).values.map(\.name) == ["Ada"])
  }

  @Test("works with any decoder that lends its own: here one for property lists")
  func otherDecoders() throws {
    let list = try PropertyListEncoder().encode(["data": ["users": [User(id: 7, name: "Ada")]]])
    bench.stub.on(.get, "/v2/x").respond(bytes: [UInt8](list))
    var client = bench.client
    client.decoder = PropertyLists()
    func read<Value: Decodable>(_ path: ValuePath) -> Recording<Value, RequestFailure> {
      bench.time.record(client.send(.get("x").value(atKeyPath: path)))
    }
    #expect((read("data.users.0") as Recording<User, RequestFailure>).values.map(\.id) == [7])
    #expect((read("data.users.0.name") as Recording<String, RequestFailure>).values == ["Ada"])
    for (path, reason) in [
      ("data.users.1", .indexOutOfRange(component: "1", count: 1)),
      ("data.users.x", .badIndex(component: "x")), ("nobody", .missing(key: "nobody")),
      ("data.users.0.name.x", .notAContainer(component: "x")),
    ] as [(ValuePath, DecodingFailure.Reason)] {
      guard case .decoding(let failure) = (read(path) as Recording<Int, RequestFailure>).failure
      else {
        Issue.record("\(path) was read")
        continue
      }
      #expect(failure.reason == reason)
    }
  }

  @Test("decodes nothing that is beside the way")
  func besideTheWay() {
    answer(
      #"{"data":{"user":{"id":7,"name":"Ada"},"other":[{"id":"no user"}]},"more":{"id":null}}"#)
    #expect(bench.send(user).values.map(\.id) == [7])
  }
}

/// A decoder of property lists, as a user would write one.
private struct PropertyLists: BodyDecoder {
  private struct Opened<Value>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration: (BodyRoot) throws -> Value) throws {
      value = try configuration(BodyRoot(decoder))
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type, from body: [UInt8]) throws -> Value {
    try PropertyListDecoder().decode(type, from: Data(body))
  }

  func read<Value>(_ body: [UInt8], by read: (BodyRoot) throws -> Value) throws -> Value {
    try withoutActuallyEscaping(read) { read in
      var format = PropertyListSerialization.PropertyListFormat.xml
      return try PropertyListDecoder()
        .decode(Opened<Value>.self, from: Data(body), format: &format, configuration: read).value
    }
  }
}
