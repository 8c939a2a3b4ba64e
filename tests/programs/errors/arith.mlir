func.func @main(%i: index, %j: i32, %x: tensor<2xf32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{arith.addi.operand_types}} "%j"
  %0 = "arith.addi"(%i, %j) : (index, i32) -> index
  func.return
}
// -----
func.func @main(%i: index, %j: i32, %x: tensor<2xf32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{arith.addi.operand_type}} "%x"
  %0 = arith.addi %x, %x : tensor<2xf32>
  func.return
}
// -----
func.func @main(%i: index, %j: i32, %x: tensor<2xf32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{arith.addi.result_type}} "i32"
  %0 = "arith.addi"(%i, %i) : (index, index) -> i32
  func.return
}
// -----
func.func @main(%i: index, %j: i32, %x: tensor<2xf32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{arith.constant.result_type}} "i32"
  %0 = "arith.constant"() {value = 1 : index} : () -> i32
  func.return
}
// -----
func.func @main(%i: index, %j: i32, %x: tensor<2xf32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{arith.constant.value}}
  %0 = "arith.constant"() {value = "x"} : () -> i32
  func.return
}
// -----
func.func @main(%i: index, %j: i32, %x: tensor<2xf32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{arith.cmpi.predicate}} "predicate = 10 : i64"
  %0 = "arith.cmpi"(%i, %i) {predicate = 10 : i64} : (index, index) -> i1
  func.return
}
// -----
func.func @main(%i: index, %j: i32, %x: tensor<2xf32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{arith.cmpi.result_type}} "i1"
  %0 = "arith.cmpi"(%n, %n) {predicate = 0 : i64} : (tensor<2xi32>, tensor<2xi32>) -> i1
  func.return
}
// -----
func.func @main(%i: index, %j: i32, %x: tensor<2xf32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{arith.select.operand_type}} "%i"
  %0 = "arith.select"(%i, %i, %i) : (index, index, index) -> index
  func.return
}
// -----
func.func @main(%i: index, %j: i32, %x: tensor<2xf32>, %n: tensor<2xi32>, %c: i1) {
  // expected-error@+1 {{arith.select.operand_types}} "%j"
  %0 = "arith.select"(%c, %i, %j) : (i1, index, i32) -> index
  func.return
}
// -----
func.func @main(%i: index, %j: i32, %x: tensor<2xf32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{arith.index_cast.operand_type}} "%x"
  %0 = arith.index_cast %x : tensor<2xf32> to tensor<2xi32>
  func.return
}
// -----
func.func @main(%i: index, %j: i32, %x: tensor<2xf32>, %n: tensor<2xi32>) {
  // expected-error@+1 {{arith.index_cast.result_type}} "index"
  %0 = arith.index_cast %n : tensor<2xi32> to index
  func.return
}
