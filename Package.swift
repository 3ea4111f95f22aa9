// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with: HOUSE rules a compiler can check are checked by it.
let house: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Streams",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Streams", targets: ["Streams"]),
    .library(name: "StreamsHTTP", targets: ["StreamsHTTP"]),
    .library(name: "StreamsTesting", targets: ["StreamsTesting"]),
    .library(name: "StreamsHTTPTesting", targets: ["StreamsHTTPTesting"]),
  ],
  targets: [
    .target(name: "Streams", swiftSettings: house),
    .target(name: "CStreamsCurl"),
    .target(
      name: "StreamsHTTP",
      dependencies: [
        "Streams", .target(name: "CStreamsCurl", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: house),
    .target(name: "StreamsTesting", dependencies: ["Streams"], swiftSettings: house),
    .target(
      name: "StreamsHTTPTesting",
      dependencies: ["Streams", "StreamsHTTP", "StreamsTesting"],
      swiftSettings: house),

    .executableTarget(
      name: "Playground",
      dependencies: ["Streams", "StreamsHTTP", "StreamsTesting", "StreamsHTTPTesting"],
      path: "Playground/Tour",
      swiftSettings: house),
    .target(name: "BenchmarkSupport", path: "Playground/BenchmarkSupport"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["Streams", "StreamsHTTP", "StreamsTesting", "BenchmarkSupport"],
      path: "Playground/Benchmarks",
      swiftSettings: house),

    .testTarget(
      name: "StreamsTests",
      dependencies: ["Streams", "StreamsTesting"],
      swiftSettings: house),
    .testTarget(
      name: "StreamsTestingTests",
      dependencies: ["Streams", "StreamsTesting"],
      swiftSettings: house),
    .testTarget(
      name: "StreamsHTTPTests",
      dependencies: ["Streams", "StreamsHTTP", "StreamsTesting", "StreamsHTTPTesting"],
      resources: [.copy("Fixtures")],
      swiftSettings: house),
    .testTarget(
      name: "StreamsHTTPTestingTests",
      dependencies: ["Streams", "StreamsHTTP", "StreamsTesting", "StreamsHTTPTesting"],
      swiftSettings: house),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["Streams", "StreamsTesting"],
      resources: [.copy("Fixtures")],
      swiftSettings: house),
    .testTarget(name: "HouseTests", swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)
