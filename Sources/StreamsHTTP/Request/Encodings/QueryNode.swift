/// What a value encoded, as a tree: the shape is known before the names are made of it.
///
/// A class, because containers of one place share what is put there. It never leaves the call that
/// encodes.
final class QueryNode {
  enum Kind {
    case nothing, null
    case text(String)
    case list, object
  }

  private(set) var kind = Kind.nothing
  /// Whether the name stays when nothing is put in here, as in a case of an enum without values.
  var keepsName = false
  private var names: [String] = []
  /// By the bytes of the names: texts that look alike are equal as `String`s.
  private var places: [[UInt8]: Int] = [:]
  private var children: [QueryNode] = []

  var count: Int { children.count }

  /// Whether nothing was put here yet; then it is `kind`.
  func fill(_ kind: Kind) -> Bool {
    guard case .nothing = self.kind else { return false }
    self.kind = kind
    return true
  }

  /// Makes it an object or a list, or finds that it is one already.
  func open(_ kind: Kind) -> Bool {
    switch (kind, self.kind) {
    case (.object, .object), (.list, .list): true
    default: fill(kind)
    }
  }

  /// The node of that name; an empty one in place of an older one unless that is to be kept.
  func member(_ name: String, keepingOld: Bool = false) -> QueryNode {
    let key = Array(name.utf8)
    guard let place = places[key] else {
      places[key] = children.count
      names.append(name)
      return append()
    }
    if !keepingOld { children[place] = QueryNode() }
    return children[place]
  }

  func append(_ node: QueryNode = QueryNode()) -> QueryNode {
    children.append(node)
    return node
  }

  /// The items it makes below `name`, by those habits; nil is for the root, whose parts stand under
  /// their own names.
  func items(named name: String?, by encoder: QueryEncoder) -> [QueryItem] {
    var items: [QueryItem] = []
    put(into: &items, named: name, by: encoder)
    return items
  }

  private func put(into items: inout [QueryItem], named name: String?, by encoder: QueryEncoder) {
    if let name, let text = text(by: encoder) { items.append(QueryItem(name, text)) }
    switch kind {
    case .nothing, .null, .text: break
    case .list:
      for (index, child) in children.enumerated() {
        child.put(
          into: &items, named: encoder.name(name ?? "", element: index), by: encoder)
      }
    case .object:
      for (member, child) in zip(names, children) {
        child.put(
          into: &items, named: name.map { encoder.name($0, member: member) } ?? member,
          by: encoder)
      }
    }
  }

  private func text(by encoder: QueryEncoder) -> String? {
    switch kind {
    case .text(let text): text
    case .null: encoder.nils == .empty ? "" : nil
    case .nothing, .list, .object: keepsName && children.isEmpty ? "" : nil
    }
  }
}

extension QueryEncoder {
  fileprivate func name(_ name: String, element index: Int) -> String {
    switch arrays {
    case .brackets: "\(name)[]"
    case .plain: name
    case .indexed: "\(name)[\(index)]"
    }
  }

  fileprivate func name(_ name: String, member: String) -> String {
    switch nesting {
    case .brackets: "\(name)[\(member)]"
    case .dots: "\(name).\(member)"
    }
  }
}
