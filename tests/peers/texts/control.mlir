func.func @while(%arg0: tensor<i32>, %arg1: tensor<2xf32>) -> () {
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i32>, tensor<2xf32>
   cond {
    %c = stablehlo.compare LT, %iterArg, %iterArg : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %iterArg, %iterArg_0 : tensor<i32>, tensor<2xf32>
  }
  func.return
}
// -----
func.func @while(%arg0: tensor<i32>, %arg1: tensor<2xf32>) -> () {
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i32>, tensor<2xf32> attributes {mhlo.foo = "a"}
   cond {
    %c = stablehlo.compare LT, %iterArg, %iterArg : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %iterArg, %iterArg_0 : tensor<i32>, tensor<2xf32>
  }
  func.return
}
// -----
func.func @while(%arg0: tensor<i1>) -> () {
  stablehlo.while() cond { stablehlo.return %arg0 : tensor<i1> } do { stablehlo.return }
  func.return
}
// -----
func.func @while(%arg0: tensor<i1>) -> () {
  stablehlo.while() attributes {a} cond { stablehlo.return %arg0 : tensor<i1> } do { stablehlo.return }
  func.return
}
// -----
func.func @while(%arg0: tensor<i1>) -> () {
  stablehlo.while() : cond { stablehlo.return %arg0 : tensor<i1> } do { stablehlo.return }
  func.return
}
// -----
func.func @while(%arg0: tensor<i1>) -> () {
  %0 = stablehlo.while(%a = %arg0) : tensor<i1> cond { stablehlo.return %a : tensor<i1> } do { stablehlo.return %a : tensor<i1> }
  func.return
}
// -----
func.func @while(%arg0: tensor<i1>) -> () {
  %0 = stablehlo.while(%a = %arg0) : tensor<i32> cond { stablehlo.return %a : tensor<i1> } do { stablehlo.return %a : tensor<i1> }
  func.return
}
// -----
func.func @while(%arg0: tensor<i1>) -> () {
  %0 = stablehlo.while(%a = %arg0) : tensor<i1>, tensor<i1> cond { stablehlo.return %a : tensor<i1> } do { stablehlo.return %a : tensor<i1> }
  func.return
}
// -----
func.func @while(%arg0: tensor<i1>) -> () {
  %0 = stablehlo.while(%arg0) : tensor<i1> cond { stablehlo.return %arg0 : tensor<i1> } do { stablehlo.return %arg0 : tensor<i1> }
  func.return
}
// -----
func.func @while(%arg0: tensor<i1>) -> () {
  %0 = stablehlo.while(%a = %arg0) : tensor<i1> do { stablehlo.return %a : tensor<i1> } cond { stablehlo.return %a : tensor<i1> }
  func.return
}
// -----
func.func @while(%arg0: tensor<i1>) -> () {
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }, {
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a, %a : tensor<i1>, tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  func.return
}
// -----
func.func @while(%arg0: tensor<i1>) -> () {
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }, {
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  func.return
}
// -----
func.func @while(%arg0: tensor<i32>) -> () {
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  func.return
}
// -----
func.func @while_with_reduce(%arg0: tensor<2xi1>) -> () {
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<2xi1>):
    stablehlo.return %a : tensor<2xi1>
  }, {
  ^bb0(%a: tensor<2xi1>):
    stablehlo.return %a : tensor<2xi1>
  }) : (tensor<2xi1>) -> tensor<2xi1>
  func.return
}
// -----
func.func @reduce(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] {mhlo.x = 1} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.reduce(%a init: %i) across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  %3 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  %4:2 = stablehlo.reduce(%a init: %i), (%a init: %i) across dimensions = [1] : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<f32>, %w: tensor<f32>) {
    stablehlo.return %x, %w : tensor<f32>, tensor<f32>
  }
  %5 = stablehlo.reduce(%a init: %i) across dimensions = [1] {a.b = "c"} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return
}
// -----
func.func @reduce(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.subtract across dimensions = [0, 1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @reduce(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) applies add across dimensions = [0, 1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @reduce(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0, 1] {a} : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @reduce(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.abs across dimensions = [0, 1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @reduce(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [2] : (tensor<4x5xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @reduce(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1, 1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
func.func @reduce(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.and across dimensions = [1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
func.func @reduce(%a: tensor<4x5xi8>, %i: tensor<i32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] : (tensor<4x5xi8>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
func.func @reduce(%a: tensor<4x5xi8>, %i: tensor<i8>) {
  %0 = "stablehlo.reduce"(%a, %i) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<4x5xi8>, tensor<i8>) -> tensor<4xi32>
  return
}
// -----
func.func @reduce(%a: tensor<4x5xi8>, %i: tensor<i32>) {
  %0 = "stablehlo.reduce"(%a, %i) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<4x5xi8>, tensor<i32>) -> tensor<4xi32>
  return
}
// -----
func.func @reduce(%a: tensor<4x5xi32>, %i: tensor<i8>) {
  %0 = "stablehlo.reduce"(%a, %i) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<4x5xi32>, tensor<i8>) -> tensor<4xi32>
  return
}
// -----
func.func @case(%i: tensor<i32>, %a: tensor<2xf32>) {
  %0 = "stablehlo.case"(%i) ({ stablehlo.return %a : tensor<2xf32> }, { stablehlo.return %a : tensor<2xf32> }, { stablehlo.return %a : tensor<2xf32> }) : (tensor<i32>) -> tensor<2xf32>
  return
}
// -----
func.func @case(%i: tensor<i32>, %a: tensor<2xf32>) {
  %0 = "stablehlo.case"(%i) : (tensor<i32>) -> tensor<2xf32>
  return
}
// -----
func.func @case(%i: tensor<i32>, %a: tensor<2xf32>, %b: tensor<3xf32>) {
  %0 = "stablehlo.case"(%i) ({ stablehlo.return %a : tensor<2xf32> }, { stablehlo.return %b : tensor<3xf32> }) : (tensor<i32>) -> tensor<2xf32>
  return
}
// -----
func.func @case(%i: tensor<i64>, %a: tensor<2xf32>) {
  %0 = "stablehlo.case"(%i) ({ stablehlo.return %a : tensor<2xf32> }) : (tensor<i64>) -> tensor<2xf32>
  return
}
// -----
func.func @case(%i: tensor<i32>, %a: tensor<2xf32>) {
  %0 = "stablehlo.case"(%i) ({ ^bb0(%x: tensor<i32>): stablehlo.return %a : tensor<2xf32> }) : (tensor<i32>) -> tensor<2xf32>
  return
}
// -----
func.func @case(%i: tensor<1xi32>, %a: tensor<2xf32>) {
  %0 = "stablehlo.case"(%i) ({ stablehlo.return %a : tensor<2xf32> }) : (tensor<1xi32>) -> tensor<2xf32>
  return
}
// -----
func.func @custom(%a: tensor<2xf32>) {
  %0 = stablehlo.custom_call @foo(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.custom_call @foo(%a) {backend_config = "bar", has_side_effect = true, api_version = 1 : i32, called_computations = [@g]} : (tensor<2xf32>) -> tensor<2xf32>
  %2:2 = stablehlo.custom_call @foo(%a, %a) {operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  stablehlo.custom_call @foo() : () -> ()
  stablehlo.custom_call @"foo bar"() {api_version = 4 : i32, backend_config = {a = 1 : i32}} : () -> ()
  %3 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func private @g()
// -----
func.func @custom(%a: tensor<2xf32>) {
  stablehlo.custom_call @foo() {api_version = 4 : i32, backend_config = "a"} : () -> ()
  return
}
// -----
func.func @custom(%a: tensor<2xf32>) {
  stablehlo.custom_call @foo() {backend_config = {a = 1}} : () -> ()
  return
}
// -----
func.func @custom(%a: tensor<2xf32>) {
  stablehlo.custom_call @foo() {called_computations = [@nowhere]} : () -> ()
  return
}
// -----
func.func @custom(%a: tensor<2xf32>) {
  stablehlo.custom_call @foo() {api_version = 7 : i32} : () -> ()
  return
}
// -----
func.func @custom(%a: tensor<2xf32>) {
  stablehlo.custom_call @foo() {api_version = 0 : i32} : () -> ()
  return
}
// -----
func.func @custom(%a: tensor<2xf32>) {
  stablehlo.custom_call foo() : () -> ()
  return
}
// -----
func.func @custom(%a: tensor<2xf32>) {
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @custom(%a: tensor<2xf32>) {
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<1> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @custom(%a: tensor<2xf32>) {
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<0> : tensor<1xi64>], result_layouts = [dense<0> : tensor<1xi64>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @custom(%a: tensor<2xf32>, %t: !stablehlo.token) {
  %0:2 = stablehlo.custom_call @foo(%a, %t) {operand_layouts = [dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2xf32>, !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}
// -----
func.func @custom(%a: tensor<2xf32>, %t: !stablehlo.token) {
  %0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2xf32>) -> tuple<tensor<2xf32>, !stablehlo.token>
  return
}
// -----
func.func @composite(%a: tensor<f32>) {
  %0 = stablehlo.composite "stablehlo.foo" %a {decomposition = @g, version = 1 : i32, composite_attributes = {a = "b"}} : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.composite "a.b" %a {decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return
}
func.func @g(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
// -----
func.func @composite(%a: tensor<f32>) {
  %0 = stablehlo.composite "foo" %a {decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return
}
func.func @g(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
// -----
func.func @composite(%a: tensor<f32>) {
  %0 = stablehlo.composite "foo.1bar" %a {decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return
}
func.func @g(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
// -----
func.func @composite(%a: tensor<f32>) {
  %0 = stablehlo.composite "foo.bar" %a {decomposition = @g, version = -1 : i32} : (tensor<f32>) -> tensor<f32>
  return
}
func.func @g(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
// -----
func.func @composite(%a: tensor<f32>) {
  %0 = stablehlo.composite "foo.bar" %a {decomposition = @nowhere} : (tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @composite(%a: tensor<f32>) {
  %0 = stablehlo.composite "foo.bar" %a {decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return
}
func.func @g(%a: tensor<f64>) -> tensor<f32> { return %b : tensor<f32> }
// -----
func.func @composite(%a: tensor<f32>) {
  %0 = "stablehlo.composite"(%a) ({ ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) {name = "foo.bar", decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return
}
func.func @g(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
// -----
func.func @composite(%a: tensor<f32>) {
  %0:2 = stablehlo.composite "foo.bar" %a {decomposition = @g} : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}
func.func @g(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
// -----
func.func @composite(%a: tensor<f32>) {
  %0 = stablehlo.composite "foo.bar" %a {} : (tensor<f32>) -> (tensor<f32>)
  return
}
// -----
func.func @composite() {
  stablehlo.composite "foo.bar" {decomposition = @g} : () -> ()
  return
}
func.func private @g()
// -----
func.func @async(%a: tensor<4xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %g = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
    stablehlo.return %g : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
func.func @async(%a: tensor<4xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %g = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
    stablehlo.return %g : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %1 = stablehlo.async_done %0 : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
