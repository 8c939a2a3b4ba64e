func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{interpreter.run_parallel.programs}} "programs = []"
  %0 = "interpreter.run_parallel"(%x) {programs = []} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{interpreter.run_parallel.programs}} "programs = [[@f], [@f, @f]]"
  %0 = "interpreter.run_parallel"(%x) {programs = [[@f], [@f, @f]]} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{interpreter.run_parallel.operand_types}}
  %0:2 = "interpreter.run_parallel"(%x) {programs = [[@f, @f]]} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}
// -----
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<3xf32>) {
  // expected-error@+1 {{interpreter.run_parallel.operand_types}} "%x"
  %0 = "interpreter.run_parallel"(%x) {programs = [[@f]]} : (tensor<3xf32>) -> tensor<2xf32>
  func.return
}
// -----
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{interpreter.run_parallel.result_types}} "tensor<3xf32>"
  %0 = "interpreter.run_parallel"(%x) {programs = [[@f]]} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{interpreter.probe.probe_id}}
  %0 = interpreter.probe %x, probe_id = "" : tensor<2xf32>
  func.return
}
// -----
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @feed() -> (tensor<i32>, tensor<i32>) {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  return %0, %0 : tensor<i32>, tensor<i32>
}
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{interpreter.run_parallel.infeed}}
  %0 = "interpreter.run_parallel"(%x) {programs = [[@f]], infeed = [@feed]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) {
  // expected-error@+1 {{interpreter.run_parallel.infeed}}
  %0 = "interpreter.run_parallel"(%x) {programs = [[@f]], infeed = []} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
