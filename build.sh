#!/usr/bin/env bash
# The one entry to building, serving and testing Flockwright: run it without an argument for help.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"

# Relative to here, as cargo takes it.
TARGET=${CARGO_TARGET_DIR:-target}
[[ $TARGET == /* ]] || TARGET=$PWD/$TARGET
readonly TARGET
readonly WASM_TARGET=wasm32-unknown-unknown
# The core of the page, that of its workers, and that of programs.
readonly WASM=$TARGET/$WASM_TARGET/release/flockwright_wasm.wasm
readonly WORK=$TARGET/$WASM_TARGET/release/flockwright_work.wasm
readonly NPM=$TARGET/$WASM_TARGET/release/flockwright_npm.wasm
readonly BINDGEN=$TARGET/debug/bindgen
readonly LOGS=$TARGET/logs
export PACKAGES=$TARGET/package
readonly PACKAGES
readonly BIN=$PWD/www/node_modules/.bin
readonly SHELLS=(chromium-headless-shell chrome-headless-shell)
readonly BROWSERS=(chromium chromium-browser google-chrome google-chrome-stable
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" /Applications/Chromium.app/Contents/MacOS/Chromium)
readonly FIREFOXES=(firefox-esr firefox /Applications/Firefox.app/Contents/MacOS/firefox)

# Flags from the environment would replace those of .cargo/config.toml, and with them SIMD.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS

passed=0 failed=0 skipped=0 broken= rust_pids= tests=

help() {
  cat <<'TEXT'
Flockwright: flocking and steering behaviors in the browser

  ./build.sh serve   build, then serve the page (PORT=4173, the next free port if that one is taken)
  ./build.sh build   build the page into www/dist: copy that folder to any static host
  ./build.sh release build the page that is deployed: the same, made smaller by wasm-opt
  ./build.sh cli     build the command line, target/release/flockwright; it knows the commit that it is built from
  ./build.sh test    check format, lint and types; test the rules, the core, the lab and the command line, the core in
                     WebAssembly, and the page in Chromium
  ./build.sh deep    test what takes longer: many seeds, fuzzing, docs, the rest of the page's tests, and the page in
                     Firefox
  ./build.sh hashes  check that every scene gives its pinned hash, natively and in WebAssembly
  ./build.sh bench   measure the engine natively and in WebAssembly, and the first flock of the page; writes
                     tests/bench/SPEED.md and target/bench.json
  ./build.sh package make the crate and the npm package in target/package; package --test runs both in new programs
                     as well: the README's, bodies that Rapier moves, and pages by five bundlers
  ./build.sh python  make the Python package, wheel and sdist, in target/package; python --test tests both in a new
                     environment as well
  ./build.sh c       make the C library, shared and static, with its header and a binding for C#, in target/package/c;
                     c --test runs programs of both languages with it as well; c TARGET... compiles it for other targets, too
  ./build.sh docs    write the documentation of the crates, the npm package and the C library into target/docs
  ./build.sh dev     build the core once, then serve www/src with live reload

Needed: Rust 1.89 or newer with cargo (https://rustup.rs) and Node.js 20.19 or newer with npm. The rest is downloaded
once; after that everything works offline.
TEXT
}

say() { printf '%s\n' "$*"; }

die() {
  printf '\nbuild.sh: %s\n' "$*" >&2
  exit 1
}

# timed NAME COMMAND...: prints one line with the seconds that it took; its output goes to a log. The lock of take_turn is
# not left to it: what it starts may stay.
# Errexit is off inside of it: functions that it runs chain their commands with &&.
timed() {
  local name=$1 status=0 start=$SECONDS log
  log=$(log_of "$name")
  shift
  mkdir -p "$LOGS"
  printf '  %-42s' "$name"
  "$@" >"$log" 2>&1 </dev/null 9>&- || status=$?
  printf '%4d s\n' $((SECONDS - start))
  return "$status"
}

log_of() { printf '%s/%s.log' "$LOGS" "${1//[^a-zA-Z0-9]/-}"; }

# step NAME COMMAND...: timed, and shows all output if it fails.
step() {
  local status=0
  timed "$@" || status=$?
  if ((status != 0)); then
    printf '\n'
    cat "$(log_of "$1")"
    printf "\n  '%s' failed, see above.\n\n" "$1"
  fi
  return "$status"
}

# must NAME COMMAND...: a step that the next ones need.
must() { step "$@" || die "stopped at '$1'."; }

# check NAME COMMAND...: a step that may fail: the others still run, and the whole fails in the end.
check() { step "$@" || broken+="${broken:+, }$1"; }

# take_turn: two at once would write the same packages, logs and pages, so the second waits until the first is done. The
# system lets go of the lock when a build ends, however it ends. macOS has no flock: there they go on together.
take_turn() {
  mkdir -p "$TARGET"
  exec 9>"$TARGET/build.lock"
  command -v flock >/dev/null || return 0
  flock -n 9 || { say "Another build.sh is at work here: waiting until it is done." && flock 9; }
}

# --- what the machine needs --------------------------------------------------------------------------------

need_cargo() {
  command -v cargo >/dev/null || die "cargo is missing. Install Rust from https://rustup.rs, then run this again."
}

need_rust() {
  need_cargo
  [[ -d $(rustc --print sysroot)/lib/rustlib/$WASM_TARGET ]] && return
  if ! command -v rustup >/dev/null || ! step "Rust for WebAssembly" rustup target add "$WASM_TARGET"; then
    die "Rust's standard library for $WASM_TARGET is missing. Install it with 'rustup target add $WASM_TARGET'," \
      "on Debian or Ubuntu with 'apt-get install libstd-rust-dev-wasm32'," \
      "on Fedora with 'dnf install rust-std-static-wasm32-unknown-unknown'."
  fi
}

need_rust_tools() {
  cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 && return
  if ! command -v rustup >/dev/null || ! step "rustfmt and clippy" rustup component add rustfmt clippy; then
    die "rustfmt or clippy is missing. Install them with 'rustup component add rustfmt clippy'."
  fi
}

need_node() {
  command -v npm >/dev/null || die "npm is missing. Install Node.js 20.19 or newer (https://nodejs.org)."
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    die "Node.js $(node --version) is too old. Install 20.19 or newer (https://nodejs.org)."
  local stamp=www/node_modules/.installed wanted
  wanted=$(cksum <www/package-lock.json)
  [[ -f $stamp && $wanted == "$(cat "$stamp")" ]] && return
  must "npm packages" npm_ci
  printf '%s' "$wanted" >"$stamp"
}

npm_ci() { (cd www && npm ci --no-audit --no-fund --prefer-offline); }

# first_of NAME...: the path of the first of these programs that is there.
first_of() {
  local name
  for name in "$@"; do command -v "$name" && return; done
  return 1
}

# What the environment names comes first.
find_browser() { CHROMIUM=$(first_of ${CHROMIUM:+"$CHROMIUM"} "$@") && export CHROMIUM; }
find_firefox() { FIREFOX=$(first_of ${FIREFOX:+"$FIREFOX"} "${FIREFOXES[@]}") && export FIREFOX; }

apt_install() {
  local root=()
  if ((EUID != 0)); then root=(sudo -n); fi
  ${root[@]+"${root[@]}"} apt-get update -q &&
    ${root[@]+"${root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$1"
}

# by_apt PACKAGE: only the tests ask the system's package manager, where there is this one.
by_apt() { [[ $WHAT == test || $WHAT == deep || -n $tests ]] && command -v apt-get >/dev/null && timed "$1" apt_install "$1"; }

# Chromium's shell without windows passes the same tests in two thirds of the time: CI installs it beside a Chromium.
need_browser() {
  local wanted=("${SHELLS[@]}")
  if [[ -z ${CI:-} ]]; then wanted+=("${BROWSERS[@]}"); fi
  find_browser "${wanted[@]}" || by_apt chromium-headless-shell || by_apt chromium || true
  find_browser "${SHELLS[@]}" "${BROWSERS[@]}" ||
    die "The browser tests need Chromium: 'apt-get install chromium', or point CHROMIUM at a Chromium or Chrome."
}

# Firefox is wanted, not needed.
want_firefox() { find_firefox || { by_apt firefox-esr && find_firefox; }; }

# --- the parts ----------------------------------------------------------------------------------------

readonly SMALL=(
  --config 'profile.release.package.flockwright-lab.opt-level="z"'
  --config 'profile.release.package.form_urlencoded.opt-level="z"'
  --config 'profile.release.package.percent-encoding.opt-level="z"'
  --config 'profile.release.package.serde-wasm-bindgen.opt-level="z"'
  --config 'profile.release.package.serde_json.opt-level="z"'
  --config 'profile.release.package.flockwright-npm.opt-level="z"'
  --config 'profile.release.package.flockwright-rules.opt-level="z"'
  --config 'profile.release.package.flockwright-wasm.opt-level="z"'
  --config 'profile.release.package.flockwright-work.opt-level="z"'
)

build_wasm() {
  compile_wasm
  package_wasm
}

compile_wasm() {
  # Cargo.lock ties its version to that of the crate, and so shows when it is stale.
  if [[ ! -x $BINDGEN || Cargo.lock -nt $BINDGEN || $(find src/bindgen -newer "$BINDGEN") ]]; then
    must "core to WebAssembly, bindings generator" build_core_and_bindgen
  else
    must "core to WebAssembly" build_core
  fi
}

package_wasm() {
  if [[ ! www/pkg -nt $WASM || ! www/pkg-work -nt $WORK || ! www/pkg-npm -nt $NPM || $BINDGEN -nt www/pkg-npm ]]; then
    must "bindings" bind_wasm
  fi
}

# What a tick does not need is made small: see SMALL.
build_core() {
  FLOCKWRIGHT_COMMIT=$(commit) cargo build ${CI:+--locked} --config "$(wasm_flags)" "${SMALL[@]}" --release -p flockwright-wasm -p flockwright-work \
    -p flockwright-npm --target "$WASM_TARGET"
}

# A setting for cargo with flags besides those of .cargo/config.toml. Where the core says in which file it stopped, it names
# no folder of this machine: not that of the project, of its packages or of the compiler.
wasm_flags() {
  local place flags=
  for place in "$PWD=." "$TARGET=target" "${CARGO_HOME:-$HOME/.cargo}=cargo" \
    "$(rustc --print sysroot)/lib/rustlib/src/rust=rust"; do flags+="'--remap-path-prefix=$place', "; done
  printf 'target.%s.rustflags=[%s]' "$WASM_TARGET" "$flags"
}

# Side by side: whole-program optimization leaves the other processors idle.
build_core_and_bindgen() {
  cargo build ${CI:+--locked} -p flockwright-bindgen &
  build_core && wait $! && touch "$BINDGEN"
}

bind_wasm() {
  bind "$WASM" www/pkg flockwright && bind "$WORK" www/pkg-work work && bind "$NPM" www/pkg-npm npm
}

# bind FILE FOLDER NAME: made in another folder and moved at the end: an interrupted run leaves no package that
# looks finished.
bind() {
  local new=$TARGET/pkg
  rm -rf "$new" &&
    "$BINDGEN" "$1" "$new" "$3" &&
    touch "$new" &&
    rm -rf "$2" &&
    mv "$new" "$2"
}

# optimize FILE...: saves 2.0 % of a file after gzip and at most 5 % of a tick, for a minute and 104 MB of tools. Memory
# below 1,024 is the far end of the stack: nothing has its address.
optimize() {
  local file tools=$TARGET/binaryen
  npm install --no-save --no-audit --no-fund --prefix "$tools" binaryen@132.0.0 || return
  for file in "$@"; do
    "$tools/node_modules/.bin/wasm-opt" -O3 --converge --low-memory-unused --enable-simd --enable-bulk-memory \
      --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals --enable-reference-types \
      --enable-multivalue --strip-debug --strip-producers "$file" -o "$TARGET/optimized.wasm" &&
      mv "$TARGET/optimized.wasm" "$file" || return
  done
}

check_types() { "$BIN/tsc" -p www/tsconfig.json && "$BIN/tsc" -p www/tsconfig.node.json; }
build_page() { (cd www && VITE_COMMIT=$(commit) "$BIN/vite" build); }
lint_page() { (cd www && "$BIN/biome" ci --error-on-warnings --colors=off . ../tests/browser ../tests/node); }

# The commit, with -dirty behind it where the files differ from it; nothing outside of a checkout of this project.
commit() { [[ -e .git ]] && git describe --always --dirty --abbrev=40 --exclude='*' 2>/dev/null; }

# Only the program itself is built anew for another commit.
build_cli() {
  FLOCKWRIGHT_COMMIT=$(commit) cargo build ${CI:+--locked} --release -p flockwright-cli
}

cli() {
  need_cargo
  must "command line" build_cli
  say "Built: target/release/flockwright"
}

build() {
  need_rust
  need_node
  build_wasm
  must "page" build_page
}

release() {
  build
  must "wasm-opt" optimize $(find www/dist/assets -name '*.wasm')
  say "Built: www/dist"
}

# --- packages -----------------------------------------------------------------------------------------

version() { sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1; }

# package_npm COMMAND...: what npm packs: the door for programs, compiled, its core, which the command may change, examples,
# and the licenses.
package_npm() {
  local from=$TARGET/npm at
  at=$(commit || true)
  rm -rf "$from" "$PACKAGES"/*.tgz &&
    mkdir -p "$from/pkg-npm" "$PACKAGES" &&
    node www/npm/tables.mjs www/pkg-npm &&
    "$BIN/tsc" -p www/npm/tsconfig.json --outDir "$from/dist" &&
    cp www/pkg-npm/{npm.js,npm_bg.wasm,keys.d.ts,parameters.json} "$from/pkg-npm/" &&
    "${@:-true}" "$from/pkg-npm/npm_bg.wasm" &&
    # Without what only the DOM library, or no library of most projects, declares.
    sed '/\[Symbol\.dispose\]/d; /^export type InitInput/,$d' www/pkg-npm/npm.d.ts >"$from/pkg-npm/npm.d.ts" &&
    cp -R www/npm/examples www/npm/README.md LICENSE-APACHE LICENSE-MIT "$from/" &&
    sed "s/\"version\": \".*\"/\"version\": \"$(version)\"${at:+, \"gitHead\": \"$at\"}/" www/npm/package.json >"$from/package.json" &&
    (cd "$from" && npm pack --pack-destination "$PACKAGES")
}

package_crate() { cargo package ${CI:+--locked} --offline --allow-dirty --no-verify -p flockwright -p flockwright-rules; }

# The first example of the README as a program of its own that depends on the packaged crate, without the network. Files
# get the present time (tar -m): with that of the archive, cargo would not notice that they have changed since the last build.
try_crate() {
  local crate=$PACKAGES/flockwright-$(version) rules=$PACKAGES/flockwright-rules-$(version) at=$TARGET/tried
  rm -rf "$crate" "$rules" "$at" &&
    tar -xzmf "$crate.crate" -C "$PACKAGES" &&
    tar -xzmf "$rules.crate" -C "$PACKAGES" &&
    mkdir -p "$at/src" &&
    printf '%s\n' '[package]' 'name = "tried"' 'edition = "2024"' '[dependencies]' "flockwright = { path = \"$crate\" }" \
      '[patch.crates-io]' "flockwright-rules = { path = \"$rules\" }" '[workspace]' >"$at/Cargo.toml" &&
    cp Cargo.lock "$at/" &&
    awk '/^```rust$/ { n++; inside = 1; next } /^```$/ { inside = 0 } inside && n == 1' README.md >"$at/src/main.rs" &&
    cargo run --offline --manifest-path "$at/Cargo.toml" --target-dir "$TARGET"
}

# The example with Rapier in a new project, for which npm fetches that: the bodies flock, none is faster than it may be, and
# crates are pushed.
try_npm() {
  local at=$TARGET/tried-npm
  rm -rf "$at" && mkdir -p "$at" && printf '{ "private": true, "type": "module" }' >"$at/package.json" &&
    cp www/npm/examples/rapier.js "$at/" &&
    (cd "$at" && npm install --no-audit --no-fund "$PACKAGES"/*.tgz @dimforge/rapier2d-compat@0.21 &&
      node rapier.js | tee /dev/stderr | node -e '
        const { order, fastest, moved } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
        process.exit(order > 0.5 && fastest < 100 && Math.max(...moved) > 1 ? 0 : 1);')
}

# A page by each bundler, and the examples with three.js and Pixi, in Chromium.
try_bundlers() {
  local at=$TARGET/tried-bundlers
  rm -rf "$at" && mkdir -p "$at" && printf '{ "private": true, "type": "module" }' >"$at/package.json" &&
    (cd "$at" && npm install --no-audit --no-fund "$PACKAGES"/*.tgz three@0.180 pixi.js@8 webpack@5 webpack-cli@6 esbuild@0.28) &&
    node tests/node/bundlers.mjs "$at" "$CHROMIUM"
}

package() {
  need_rust
  need_node
  build_wasm
  must "npm package" package_npm optimize
  must "crate" package_crate
  if [[ -n $tests ]]; then
    must "a program with Rapier" try_npm
    need_browser
    must "Vite, webpack, esbuild, three.js and Pixi" try_bundlers
    must "a program that depends on the crate" try_crate
    tail -n 1 "$(log_of "a program that depends on the crate")"
  fi
  say "Packed: $(cd "$PACKAGES" && du -k -- *.tgz *.crate | awk '{ print sep $2 " (" $1 " kB)"; sep = ", " }' ORS='')"
}

# --- the C library ----------------------------------------------------------------------------------

readonly C_AT=$PACKAGES/c

# make_c [TARGET]: the library, shared and static, for this machine or for another target.
make_c() {
  local file at=${1:+/$1}
  mkdir -p "$C_AT$at" || return
  cargo rustc ${CI:+--locked} --release -p flockwright-c --crate-type cdylib,staticlib ${1:+--target "$1"} || return
  for file in "$TARGET$at"/release/{lib,}flockwright.{so,dylib,dll,dll.lib,a,lib}; do
    [[ ! -e $file ]] || cp "$file" "$C_AT$at/" || return
  done
}

package_c() {
  rm -rf "$C_AT" && make_c || return
  cp src/c/flockwright.h src/c/Flockwright.cs src/c/README.md LICENSE-APACHE LICENSE-MIT "$C_AT/"
}

try_c() {
  FLOCKWRIGHT_LIBRARY=$C_AT cargo test ${CI:+--locked} -p flockwright-deep c::
}

make_c_for() {
  if command -v rustup >/dev/null; then rustup target add "$1" || return; fi
  make_c "$1"
}

# c TARGET...
c() {
  local target
  need_cargo
  must "C library" package_c
  if [[ -n $tests ]]; then must "programs in C and C#" try_c; fi
  for target in "$@"; do must "for $target, not run" make_c_for "$target"; done
  say "Packed: $(cd "$C_AT" && du -k -- *flockwright.* | awk '{ print sep $2 " (" $1 " kB)"; sep = ", " }' ORS='')"
}

# --- the Python package -----------------------------------------------------------------------------

readonly PYTHON_AT=$TARGET/python
readonly PYTHON_TOOLS=$PYTHON_AT/tools/bin
readonly PYTHON_TRIED=$PYTHON_AT/tried/bin

# What builds it: maturin, and zig as the linker, so that the wheel runs where glibc is older than here.
python_tools() {
  [[ -x $PYTHON_TOOLS/maturin && -x $PYTHON_TOOLS/python-zig ]] && return
  "${PYTHON:-python3}" -m venv "$PYTHON_AT/tools" && "$PYTHON_TOOLS/pip" install -q "maturin>=1.8,<2" ziglang
}

# maturin COMMAND OPTION...
maturin() {
  local old=() at
  at=$(commit || true)
  # glibc 2.17 is of 2012: clusters have it.
  if [[ $1 == build && $(uname -s) == Linux ]]; then old=(--zig --compatibility manylinux_2_17); fi
  (cd src/python && FLOCKWRIGHT_COMMIT=$at CARGO_TARGET_DIR=$PYTHON_AT/cargo PATH=$PYTHON_TOOLS:$PATH \
    "$PYTHON_TOOLS/maturin" "$@" ${old[@]+"${old[@]}"} --out "$PACKAGES")
}

package_python() {
  mkdir -p "$PACKAGES" && rm -f "$PACKAGES"/flockwright-*.whl "$PACKAGES"/flockwright-*.tar.gz &&
    maturin build --release ${CI:+--locked} &&
    maturin sdist
}

# A new environment that has the package from a file, and what its tests need.
python_from() {
  rm -rf "$PYTHON_AT/tried" && "${PYTHON:-python3}" -m venv "$PYTHON_AT/tried" &&
    "$PYTHON_TRIED/pip" install -q pytest "$@"
}

# The packages that it works with come along where they can be had: tests skip what is not there.
try_wheel() {
  python_from "$PACKAGES"/flockwright-*.whl || return
  local other
  for other in polars pandas matplotlib anywidget pettingzoo distributed ray pyabc; do
    "$PYTHON_TRIED/pip" install -q "$other" || say "without $other"
  done
  "$PYTHON_TRIED/python" -m pytest -q -p no:cacheprovider src/python/tests
}

# Built anew from its sources alone, without the optimization that takes most of the time.
try_sdist() {
  CARGO_TARGET_DIR=$PYTHON_AT/sdist CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
    python_from "$PACKAGES"/flockwright-*.tar.gz &&
    "$PYTHON_TRIED/python" -m pytest -q -p no:cacheprovider src/python/tests/test_world.py
}

python() {
  need_cargo
  "${PYTHON:-python3}" -m venv -h >/dev/null 2>&1 ||
    die "Python 3.9 or newer with venv is missing (Debian: 'apt-get install python3-venv'), or point PYTHON at one."
  must "maturin and zig" python_tools
  must "Python package" package_python
  if [[ -n $tests ]]; then
    check "tests with the wheel" try_wheel
    count_pytest "tests with the wheel"
    check "tests with the source package" try_sdist
    count_pytest "tests with the source package"
  fi
  say "Packed: $(cd "$PACKAGES" && du -k -- *.whl *.tar.gz | awk '{ print sep $2 " (" $1 " kB)"; sep = ", " }' ORS='')"
  if [[ -n $tests ]]; then summary; fi
}

# The last line of pytest's log.
count_pytest() {
  count "$(awk '/ in [0-9.]+s/ {
    for (i = 2; i <= NF; i++) { if ($i ~ /^passed/) p = $(i - 1); if ($i ~ /^failed/) f = $(i - 1); if ($i ~ /^skipped/) s = $(i - 1) }
  } END { print p + 0, f + 0, s + 0 }' "$(log_of "$1")")"
}

# --- tests --------------------------------------------------------------------------------------------

# The checks of Rust run in the background, while the browser tests run: together they keep all processors busy. Cargo
# lets clippy wait while it compiles the tests, and go on while they run.
# The tests run in the profile for development: an optimized core that checks its assertions and overflows.
readonly CRATES=(-p flockwright-rules -p flockwright -p flockwright-lab -p flockwright-cli -p flockwright-tests)

start_rust_checks() {
  cargo test ${CI:+--locked} "${CRATES[@]}" --lib --bins --test core --test memory --test vectors --test cli \
    --no-fail-fast >"$LOGS/background-tests" 2>&1 </dev/null 9>&- &
  rust_pids=$!
  cargo clippy ${CI:+--locked} "${CRATES[@]}" --all-targets -- -D warnings \
    >"$LOGS/background-clippy" 2>&1 </dev/null 9>&- &
  rust_pids+=" $!"
  trap 'kill $rust_pids 2>/dev/null || true' EXIT
  say "  Rust tests and clippy: started in the background"
}

report_rust_checks() {
  check "Rust tests" background_result tests "${rust_pids% *}"
  count_rust
  check "clippy" background_result clippy "${rust_pids#* }"
  trap - EXIT
}

# background_result LOG PROCESS: waits until it ends, prints what it has said, and fails if it did.
background_result() {
  local status=0
  wait "$2" || status=$?
  cat "$LOGS/background-$1"
  return "$status"
}

# count_rust NAME: Cargo's own lines, summed.
count_rust() {
  count "$(awk '/^test result:/ { p += $4; f += $6; s += $8 } END { print p + 0, f + 0, s + 0 }' "$(log_of "${1:-Rust tests}")")"
}

# test_vitest TITLE PROJECT FILE...
test_vitest() {
  local report=$LOGS/$2.json
  rm -f "$report"
  check "$1" vitest "$2" "$report" "${@:3}"
  if [[ -f $report ]]; then
    count "$(node -p 'const r = require(process.argv[1]); [r.numPassedTests, r.numFailedTests, r.numPendingTests].join(" ")' "$report")"
  fi
}

vitest() {
  (cd www && NO_COLOR=1 "$BIN/vitest" run --project "$1" --reporter=verbose --reporter=json --outputFile.json="$2" "${@:3}")
}

count() {
  local p f s
  read -r p f s <<<"$1"
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  say "    $p passed, $f failed${s:+, $s skipped}"
}

run_tests() {
  need_rust
  need_rust_tools
  need_node
  need_browser
  check "Rust format" cargo fmt --check
  check "page format and lint" lint_page
  compile_wasm
  # The steps until the page's tests keep one processor busy.
  start_rust_checks
  package_wasm
  check "types of the page" check_types
  must "npm package" package_npm
  test_vitest "page unit tests" unit
  must "page" build_page
  test_vitest "core in WebAssembly under Node" wasm
  test_vitest "page in Chromium" browser
  report_rust_checks
  summary
}

# What `./build.sh test` has no time for. The quick tests run again, on the core as it is released and over more seeds.
run_deep() {
  build
  check "types of the page" check_types
  need_rust_tools
  need_browser
  check "clippy, all" cargo clippy ${CI:+--locked} --workspace --exclude flockwright-python --all-targets -- -D warnings
  check "clippy, WebAssembly" cargo clippy ${CI:+--locked} --release -p flockwright-wasm -p flockwright-work \
    -p flockwright-npm --target "$WASM_TARGET" -- -D warnings
  check "docs" deep_docs
  check "Rust tests" deep_rust
  count_rust
  check "crate" package_crate
  check "a program that depends on the crate" try_crate
  must "npm package" package_npm
  # The walks take about forty seconds of processor time.
  WALKS=1000 LENGTH=40 test_vitest "a thousand walks through undo" wasm tests/node/undo.test.ts
  test_vitest "rest of the page in Chromium" deep
  if want_firefox; then
    test_vitest "page in Firefox" firefox
  else
    say "  page in Firefox: skipped. Install it (Debian: 'apt-get install firefox-esr') or point FIREFOX at one."
  fi
  summary
}

hashes() {
  need_rust
  need_node
  build_wasm
  check "hashes, natively" cargo test ${CI:+--locked} -p flockwright-tests --test core determinism::
  count_rust "hashes, natively"
  test_vitest "hashes in WebAssembly" wasm tests/node/hash.test.ts
  summary
}

# --- documentation ------------------------------------------------------------------------------------

readonly DOCS=$TARGET/docs

# What is public, without what it depends on; warnings, such as broken links, are errors.
docs_of_crates() {
  RUSTDOCFLAGS="-D warnings" cargo doc ${CI:+--locked} --no-deps --target-dir "$TARGET/rustdoc" \
    -p flockwright -p flockwright-rules -p flockwright-lab &&
    rm -rf "$DOCS" && mkdir -p "$DOCS" && cp -R "$TARGET/rustdoc/doc" "$DOCS/rust"
}

# TypeDoc reads types by the TypeScript compiler before version 7.
docs_of_npm() {
  local tools=$TARGET/typedoc
  npm install --no-save --no-audit --no-fund --prefix "$tools" typedoc@0.28 typescript@5.9 &&
    node www/npm/tables.mjs www/pkg-npm &&
    "$tools/node_modules/.bin/typedoc" --tsconfig www/npm/tsconfig.json --entryPoints www/npm/node.ts \
      --name Flockwright --readme www/npm/README.md --gitRevision "v$(version)" --out "$DOCS/npm"
}

docs() {
  need_rust
  need_node
  build_wasm
  must "docs of the crates" docs_of_crates
  must "docs of the npm package" docs_of_npm
  cp src/c/flockwright.h src/c/Flockwright.cs src/python/flockwright/_core.pyi "$DOCS/"
  say "Written: target/docs/rust/flockwright/index.html, target/docs/npm/index.html"
}

# Broken links in the docs are errors. For WebAssembly, which alone has the doors to the page.
deep_docs() {
  RUSTDOCFLAGS="-D warnings" cargo doc ${CI:+--locked} --release --no-deps --document-private-items \
    -p flockwright-rules -p flockwright -p flockwright-lab -p flockwright-wasm -p flockwright-work -p flockwright-npm \
    --target "$WASM_TARGET"
}

deep_rust() {
  FIRST_SEED=$((5000 + RANDOM)) SEEDS=20 HOSTILE=2000 STRANGERS=20000 RULE_TEXTS=100000 CARGO_PROFILE_RELEASE_LTO=off \
    cargo test ${CI:+--locked} --release --workspace --exclude flockwright-python --no-fail-fast
}

summary() {
  local line="$passed passed, $failed failed"
  if ((skipped > 0)); then line+=", $skipped skipped"; fi
  say ""
  if [[ -n $broken ]]; then say "Failed: $broken (see above). Took $SECONDS s."; else say "All good after $SECONDS s."; fi
  say "$line"
  [[ -z $broken ]] && ((failed == 0 && passed > 0))
}

# --- bench --------------------------------------------------------------------------------------------

# The native bench as target/bench/engine.
bench_engine() {
  local made
  made=$(cargo bench ${CI:+--locked} --bench engine --no-run --message-format=json-render-diagnostics |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p') && cp "$made" "$TARGET/bench/engine"
}

bench() {
  local at
  at=$(commit || true)
  build
  mkdir -p "$TARGET/bench"
  must "native bench" bench_engine
  find_browser "${BROWSERS[@]}" "${SHELLS[@]}" || unset CHROMIUM
  FLOCKWRIGHT_COMMIT=$at node tests/node/bench/main.mjs "$TARGET" tests/bench/SPEED.md
}

# serve PORT VITE_ARGUMENT...: from here on others may build.
serve() {
  build
  exec 9>&-
  cd www
  # Node refuses requests over 16 kB otherwise, and with them the longest links that the page itself survives.
  export NODE_OPTIONS="${NODE_OPTIONS:-} --max-http-header-size=1048576"
  exec "$BIN/vite" "${@:2}" --port "${PORT:-$1}" --host "${HOST:-localhost}"
}

readonly WHAT=${1:-help}
if (($# > 0)); then shift; fi
targets=()
for word in "$@"; do
  case $WHAT:$word in
    package:--test | python:--test | c:--test) tests=1 ;;
    *:-*) die "'$WHAT' has no option '$word': ./build.sh help lists what there is." ;;
    c:*) targets+=("$word") ;;
    *) die "'$WHAT' takes no '$word': ./build.sh help lists what there is." ;;
  esac
done
case $WHAT in serve | dev | build | release | cli | package | python | c | docs | test | deep | hashes | bench) take_turn ;; esac
case $WHAT in
  serve) serve 4173 preview ;;
  dev) serve 5173 ;;
  build)
    build
    say "Built: www/dist"
    ;;
  release) release ;;
  cli) cli ;;
  package) package ;;
  python) python ;;
  c) c ${targets[@]+"${targets[@]}"} ;;
  docs) docs ;;
  test) run_tests ;;
  deep) run_deep ;;
  hashes) hashes ;;
  bench) bench ;;
  help | -h | --help) help ;;
  *)
    help >&2
    die "unknown command '$WHAT'."
    ;;
esac
