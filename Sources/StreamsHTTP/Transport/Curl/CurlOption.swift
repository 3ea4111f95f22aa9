/// The numbers of libcurl's interface, which never change.
enum CurlOption {
  // Of a transfer.
  static let noBody: Int32 = 44
  static let upload: Int32 = 46
  static let sslVerifyPeer: Int32 = 64
  static let httpGet: Int32 = 80
  static let freshConnect: Int32 = 74
  static let forbidReuse: Int32 = 75
  static let sslVerifyHost: Int32 = 81
  static let httpVersion: Int32 = 84
  static let bufferSize: Int32 = 98
  static let noSignal: Int32 = 99
  static let connectTimeout: Int32 = 156
  static let protocols: Int32 = 181
  static let sslVersion: Int32 = 32
  static let pathAsIs: Int32 = 234
  static let pipeWait: Int32 = 237
  static let suppressConnectHeaders: Int32 = 265
  static let http09Allowed: Int32 = 285
  static let quickExit: Int32 = 322
  static let url: Int32 = 10_002
  static let proxy: Int32 = 10_004
  static let errorBuffer: Int32 = 10_010
  static let userAgent: Int32 = 10_018
  static let httpHeader: Int32 = 10_023
  static let sslCertificate: Int32 = 10_025
  static let keyPassword: Int32 = 10_026
  static let customRequest: Int32 = 10_036
  static let caFile: Int32 = 10_065
  static let sslKey: Int32 = 10_087
  static let caPath: Int32 = 10_097
  static let pinnedPublicKey: Int32 = 10_230
  static let inputSize: Int32 = 30_115
  static let caBytes: Int32 = 40_309
  // Of a pool.
  static let maximumKept: Int32 = 6
  static let maximumPerHost: Int32 = 7
  static let maximumTotal: Int32 = 13
}

/// What can be asked of a transfer.
enum CurlInfo {
  static let connectCode: Int32 = 2_097_174
  static let systemError: Int32 = 2_097_177
  static let newConnections: Int32 = 2_097_178
  static let httpVersion: Int32 = 2_097_198
  static let total: Int32 = 6_291_506
  static let nameLookup: Int32 = 6_291_507
  static let connect: Int32 = 6_291_508
  static let ready: Int32 = 6_291_509
  static let firstByte: Int32 = 6_291_510
  static let tls: Int32 = 6_291_512
}

/// What a callback answers with when it takes nothing.
enum CurlAnswerCode {
  static let pause = 0x1000_0001
  static let abort = 0x1000_0000
}
